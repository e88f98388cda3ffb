/**
 * The app's device: what starts its activities, touches its screen and looks at it. These classes
 * are loaded by the sandbox, because they call the framework.
 */
package dev.dexscope.apphost.device;
