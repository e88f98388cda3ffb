/** What the translator and the interpreter share. */
package dev.dexscope.vm.code;
