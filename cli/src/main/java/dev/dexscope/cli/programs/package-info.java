/** Commands that run code, and that look into it. */
package dev.dexscope.cli.programs;
