/** ART's low-overhead profiles, alone and in thread dumps. */
package dev.dexscope.trace.read.low;
