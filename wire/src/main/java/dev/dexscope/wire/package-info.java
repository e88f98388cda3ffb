/** Common to all protocols: bounded readers and writers, links with deadlines, the typed error. */
package dev.dexscope.wire;
