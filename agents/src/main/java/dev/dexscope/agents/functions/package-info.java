/** What agents see: HotSpot's answers in terms of dex code, without what is ours. */
package dev.dexscope.agents.functions;
