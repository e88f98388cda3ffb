/** Call trees, and how they are built. */
package dev.dexscope.trace.tree;
