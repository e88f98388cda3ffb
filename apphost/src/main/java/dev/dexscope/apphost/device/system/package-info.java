/** The services of the system, a class for each. */
package dev.dexscope.apphost.device.system;
