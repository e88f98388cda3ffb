/** Programs and libraries of others that users have beside Dexscope. */
package dev.dexscope.base.install;
