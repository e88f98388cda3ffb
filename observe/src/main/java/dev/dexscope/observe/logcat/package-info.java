/** The log: what {@code android.util.Log} was given, for standard error and for logcat. */
package dev.dexscope.observe.logcat;
