/** What the core library asks of the VM: on a device these are native methods of ART. */
package dev.dexscope.observe.natives;
