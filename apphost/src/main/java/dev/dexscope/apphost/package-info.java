/**
 * The process of an app, on the Java VM's side: the framework's sandbox and the app's class loader
 * are made here. All that knows the inside of Robolectric is in this package and the one below.
 */
package dev.dexscope.apphost;
