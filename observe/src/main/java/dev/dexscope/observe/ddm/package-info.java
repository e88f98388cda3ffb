/**
 * The VM's end of the Dalvik Debug Monitor: where its chunks go, and whether a debugger is there.
 */
package dev.dexscope.observe.ddm;
