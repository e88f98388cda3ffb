/** The parts of the readers of other tools' profiles: frames, samples, calls, stored trees. */
package dev.dexscope.trace.read.sampled;
