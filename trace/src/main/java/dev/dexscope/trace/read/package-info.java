/** Opens traces: tells the formats apart and makes a {@code Trace} of what their readers find. */
package dev.dexscope.trace.read;
