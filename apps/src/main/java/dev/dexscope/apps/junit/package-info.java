/** Apps in JUnit tests; JUnit is the test's own. */
package dev.dexscope.apps.junit;
