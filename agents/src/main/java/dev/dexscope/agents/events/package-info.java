/** The agents' environments, and the events that are delivered to them. */
package dev.dexscope.agents.events;
