/** The virtual device: what starts it, and what adb opens on it. */
package dev.dexscope.device;
