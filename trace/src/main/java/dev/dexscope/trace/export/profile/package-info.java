/** The formats of other tools. */
package dev.dexscope.trace.export.profile;
