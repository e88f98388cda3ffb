/** Puts hooks into class files, and into classes that are loaded. */
package dev.dexscope.vm.instrument;
