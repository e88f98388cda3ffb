/** Traces that people have uploaded: kept in a folder, found again by links that nobody guesses. */
package dev.dexscope.web.store;
