/** Questions to traces in SQL, answered by DuckDB. */
package dev.dexscope.sql;
