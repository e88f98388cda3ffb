/** What all parts of the monitor throw. */
package dev.dexscope.monitor;
