/** The language of the device's shell: what scripts are made of, and how they run. */
package dev.dexscope.device.script;
