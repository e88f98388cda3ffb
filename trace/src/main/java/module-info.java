/** Method trace formats, the call-tree model, analysis, exports. Imports no other module. */
module dev.dexscope.trace {
  requires static org.jspecify;

  exports dev.dexscope.trace;
}
