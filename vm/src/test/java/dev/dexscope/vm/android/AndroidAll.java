package dev.dexscope.vm.android;

import dev.dexscope.testkit.Peer;
import java.net.MalformedURLException;
import java.net.URLClassLoader;

/** Android 14's own classes, as Robolectric packs them. */
final class AndroidAll {
  private AndroidAll() {}

  static ClassLoader loader() {
    try {
      return new URLClassLoader(
          new java.net.URL[] {Peer.ANDROID_ALL.path().toUri().toURL()},
          ClassLoader.getPlatformClassLoader());
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }
}
