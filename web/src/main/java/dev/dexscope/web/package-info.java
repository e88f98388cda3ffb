/** The web servers that users start: one for traces of their own. */
package dev.dexscope.web;
