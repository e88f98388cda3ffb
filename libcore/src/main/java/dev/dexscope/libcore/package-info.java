/** The requests of the core library and Android's classes to the VM under them. */
package dev.dexscope.libcore;
