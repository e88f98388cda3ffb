/**
 * Opens traces: distinguishes the formats and creates a {@code Trace} from the results of their
 * readers.
 */
package dev.dexscope.trace.read;
