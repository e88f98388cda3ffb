package dev.dexscope.sql;

/**
 * How messages name an engine.
 *
 * @param name its name
 * @param where its file or address
 * @param advice what to do if it does not work
 * @param hint what helps with a question that it refuses
 * @param memory the most that its process may take, in bytes
 */
record EngineTitle(String name, Object where, String advice, String hint, long memory) {}
