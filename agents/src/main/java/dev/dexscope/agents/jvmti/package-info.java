/** The JVM Tool Interface as its specification has it, and HotSpot's functions. */
package dev.dexscope.agents.jvmti;
