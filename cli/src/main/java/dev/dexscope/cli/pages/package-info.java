/** The commands that open a page in a browser. */
package dev.dexscope.cli.pages;
