/** Method trace formats, the call-tree model, analysis, exports. Imports {@code base}. */
module dev.dexscope.trace {
  requires static jdk.jfr;
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.core;
  requires transitive dev.dexscope.base;
  requires org.apache.commons.numbers.gamma;

  exports dev.dexscope.trace;
  exports dev.dexscope.trace.analysis;
  exports dev.dexscope.trace.answer;
  exports dev.dexscope.trace.dmtracedump;
  exports dev.dexscope.trace.export;
  exports dev.dexscope.trace.export.flame;
  exports dev.dexscope.trace.export.graph;
  exports dev.dexscope.trace.export.profile;
  exports dev.dexscope.trace.finding;
  exports dev.dexscope.trace.read;
  exports dev.dexscope.trace.retrace;
  exports dev.dexscope.trace.timeline;
  exports dev.dexscope.trace.tree;
  exports dev.dexscope.trace.write;

  uses dev.dexscope.trace.export.TraceExporter;
  uses dev.dexscope.trace.read.TraceImporter;
}
