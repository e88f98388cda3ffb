/** What all protocols share: bounded readers and writers, links with deadlines, the typed error. */
package dev.dexscope.wire;
