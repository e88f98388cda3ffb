/** The launcher: what the screen shows while no app does. */
package dev.dexscope.device.home;
