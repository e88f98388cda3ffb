package dev.dexscope.trace.retrace;

/**
 * A method of the source.
 *
 * @param holder its class; empty for the class under which it stands
 * @param type what it returns
 * @param parameters their types, separated by commas
 */
record Signature(String holder, String type, String name, String parameters) {}
