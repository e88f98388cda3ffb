/** The JVM Tool Interface for dex code. Imports {@code base} and {@code vm}. */
module dev.dexscope.tools {
  requires static org.jspecify;
  requires dev.dexscope.base;
  requires transitive dev.dexscope.vm;
  requires java.compiler;
  requires jdk.attach;

  exports dev.dexscope.tools;
  exports dev.dexscope.tools.agent;

  uses dev.dexscope.tools.agent.Agent;
}
