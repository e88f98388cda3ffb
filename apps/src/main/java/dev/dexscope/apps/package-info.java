/** Whole apps on a laptop: what is fetched for them, the process that one runs in, what it does. */
package dev.dexscope.apps;
