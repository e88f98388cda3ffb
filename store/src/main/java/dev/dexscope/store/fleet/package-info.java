/** Questions about the runs of a store: regressions, trends, percentiles, outliers. */
package dev.dexscope.store.fleet;
