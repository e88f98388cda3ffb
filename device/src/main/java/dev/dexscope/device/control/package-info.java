/** What the device and its processes tell each other beside what they print. */
package dev.dexscope.device.control;
