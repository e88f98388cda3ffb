/** The commands that have to do with devices. */
package dev.dexscope.cli.devices;
