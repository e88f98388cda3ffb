/** The machine code that stands between agents and HotSpot, and how Java reaches it. */
package dev.dexscope.agents.machine;
