/** Whose the sockets of this machine are. */
package dev.dexscope.base.net;
