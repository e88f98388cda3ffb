/** Common to all commands: the streams, tables and JSON, exit codes, messages of exceptions. */
package dev.dexscope.cli.terminal;
