/** A store of runs: tables of Parquet files under a manifest of commits (docs/store.md). */
package dev.dexscope.store;
