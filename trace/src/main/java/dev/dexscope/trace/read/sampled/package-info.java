/** What the readers of other tools' profiles are made of: frames, samples, calls, stored trees. */
package dev.dexscope.trace.read.sampled;
