/** Files and the system's calls for them. */
package dev.dexscope.apphost.device.files;
