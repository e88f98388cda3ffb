/** The common parts of the translator and the interpreter. */
package dev.dexscope.vm.code;
