/**
 * Method tracing: hooks in guest classes, and the Traceview files that they fill. When no trace
 * runs, guest classes have no hooks.
 */
package dev.dexscope.observe.trace;
