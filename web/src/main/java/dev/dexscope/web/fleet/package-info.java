/** The page of an application's runs in a store. */
package dev.dexscope.web.fleet;
