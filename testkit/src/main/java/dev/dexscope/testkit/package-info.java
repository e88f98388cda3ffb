/** What the tests of all modules share. */
package dev.dexscope.testkit;
