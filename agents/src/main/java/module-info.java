/** The JVM Tool Interface for dex code. Imports {@code base} and {@code vm}. */
module dev.dexscope.agents {
  requires static transitive org.jspecify;
  requires dev.dexscope.base;
  requires transitive dev.dexscope.observe;
  requires transitive dev.dexscope.vm;
  requires java.compiler;
  requires jdk.attach;

  exports dev.dexscope.agents;
  exports dev.dexscope.agents.api;

  uses dev.dexscope.agents.api.Agent;

  provides dev.dexscope.observe.inspect.AllocationSource with
      dev.dexscope.agents.HotSpotAllocations;
}
