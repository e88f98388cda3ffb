/** Finds dex code and the platform, and keeps translated classes. */
package dev.dexscope.vm.load;
