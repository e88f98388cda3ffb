/** The phone that the app is on, as everything else in its process finds it. */
package dev.dexscope.apphost.device.phone;
