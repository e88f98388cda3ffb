/** What the core library and Android's classes ask of the VM under them. */
package dev.dexscope.libcore;
