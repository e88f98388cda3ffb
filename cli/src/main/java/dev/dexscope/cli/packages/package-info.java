/** Commands that read and change packages. */
package dev.dexscope.cli.packages;
