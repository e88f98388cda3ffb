/** What all commands share: the streams, tables and JSON, exit codes, exceptions in words. */
package dev.dexscope.cli.terminal;
