/** Where dex code went when it was translated: what debuggers and agents stand on. */
package dev.dexscope.vm.debug;
