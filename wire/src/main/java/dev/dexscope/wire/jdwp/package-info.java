/**
 * The Java Debug Wire Protocol: packets, all commands and replies by one table, connections of both
 * sides, and one VM for several users.
 */
package dev.dexscope.wire.jdwp;
