/** Pictures: call graphs, laid out by Graphviz or by us, and timelines. */
package dev.dexscope.trace.export.graph;
