/** ART's Format V2, in its four layouts. */
package dev.dexscope.trace.read.v2;
