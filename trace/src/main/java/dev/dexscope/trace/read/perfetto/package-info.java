/** Traces of Perfetto, as phones, programs and browsers write them. */
@NullMarked
package dev.dexscope.trace.read.perfetto;

import org.jspecify.annotations.NullMarked;
