/** Profiles in JSON: speedscope's, Firefox's, Chrome's, and the data of our own pages. */
package dev.dexscope.trace.read.json;
