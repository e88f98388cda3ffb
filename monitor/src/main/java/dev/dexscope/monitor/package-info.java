/** The exception of all parts of the monitor. */
package dev.dexscope.monitor;
