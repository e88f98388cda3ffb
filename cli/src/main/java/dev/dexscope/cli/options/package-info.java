/**
 * Options that are read before picocli is there: by the launcher, and by the quick entry points.
 */
package dev.dexscope.cli.options;
