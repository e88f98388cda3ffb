/** The common parts of the tests of all modules. */
package dev.dexscope.testkit;
