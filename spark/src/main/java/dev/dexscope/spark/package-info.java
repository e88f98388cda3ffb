/** Spark's side of the questions about many runs: it runs within Spark's driver. */
package dev.dexscope.spark;
