/** The virtual device: adbd, its files and packages, VM processes. */
module dev.dexscope.device {
  requires static transitive org.jspecify;
  requires transitive dev.dexscope.base;
  requires java.desktop;
  requires dev.dexscope.apk;
  requires dev.dexscope.apps;
  requires dev.dexscope.libcore;
  requires dev.dexscope.agents;
  requires transitive dev.dexscope.observe;
  requires transitive dev.dexscope.vm;
  requires transitive dev.dexscope.wire;

  exports dev.dexscope.device;
  // What an app's process has of the device.
  exports dev.dexscope.device.control;
  exports dev.dexscope.device.guest;
}
