@org.jspecify.annotations.NullMarked
package dev.dexscope.dexer;
