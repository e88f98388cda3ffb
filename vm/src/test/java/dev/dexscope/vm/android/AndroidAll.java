package dev.dexscope.vm.android;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.MalformedURLException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/** Android 14's own classes, as Robolectric packs them, where the local repository has them. */
final class AndroidAll {
  private static final Path JAR =
      Path.of(
          System.getProperty("user.home"),
          ".m2/repository/org/robolectric/android-all/14-robolectric-10818077",
          "android-all-14-robolectric-10818077.jar");

  private AndroidAll() {}

  /** Fetch it by {@code mvn dependency:get -Dartifact=...} to have these tests run. */
  static ClassLoader loader() {
    assumeTrue(
        Files.exists(JAR), "no org.robolectric:android-all:14-robolectric-10818077 in ~/.m2");
    try {
      return new URLClassLoader(
          new java.net.URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }
}
