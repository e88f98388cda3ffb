/**
 * Traces of a whole system: the marks that its programs wrote by Android's {@code Trace}, and which
 * thread ran when.
 */
@NullMarked
package dev.dexscope.trace.read.system;

import org.jspecify.annotations.NullMarked;
