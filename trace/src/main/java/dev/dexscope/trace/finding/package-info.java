/** The findings that an expert would notice first in a trace, by rules. */
package dev.dexscope.trace.finding;
