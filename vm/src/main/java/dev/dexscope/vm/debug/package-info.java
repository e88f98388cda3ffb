/** The locations of dex code in its translation: the basis of debuggers and agents. */
package dev.dexscope.vm.debug;
