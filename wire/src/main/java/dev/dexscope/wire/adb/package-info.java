/**
 * adb: the transport between adb and a device in both roles, its services, and the smart sockets of
 * the adb server.
 */
package dev.dexscope.wire.adb;
