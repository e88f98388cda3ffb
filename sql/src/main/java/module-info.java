/** Questions to traces in SQL, answered by DuckDB. */
module dev.dexscope.sql {
  requires static transitive org.jspecify;
  requires transitive dev.dexscope.base;
  requires transitive dev.dexscope.trace;
  requires java.sql;

  exports dev.dexscope.sql;

  uses java.sql.Driver;
}
