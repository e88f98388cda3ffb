/** Records a program that runs as it is: samples of its CPU time, and each of its waits. */
package dev.dexscope.observe.recording;
