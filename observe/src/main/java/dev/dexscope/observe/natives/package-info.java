/** The core library's calls to the VM: on a device these are native methods of ART. */
package dev.dexscope.observe.natives;
