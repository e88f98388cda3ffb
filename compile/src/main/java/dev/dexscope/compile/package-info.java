/** From Java sources and class files to dex code. */
package dev.dexscope.compile;
