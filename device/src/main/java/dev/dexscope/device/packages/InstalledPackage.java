package dev.dexscope.device.packages;

import dev.dexscope.apk.manifest.Manifest;
import java.nio.file.Path;
import java.util.List;

/**
 * A package of the device.
 *
 * @param uid of the user that it runs as
 * @param files the base, then its splits, on the host
 * @param manifest of the base
 */
public record InstalledPackage(String name, int uid, List<Path> files, Manifest manifest) {
  private static final int FIRST_UID = 10_000;

  public InstalledPackage {
    files = List.copyOf(files);
  }

  /** The name of its user: {@code u0_a7}. */
  public String user() {
    return user(uid);
  }

  /** The name of a user: {@code u0_a7}, {@code shell}. */
  public static String user(int uid) {
    return uid >= FIRST_UID ? "u0_a" + (uid - FIRST_UID) : uid == 0 ? "root" : "shell";
  }

  /** Its own folder, as the device names it. */
  public String dataFolder() {
    return "/data/data/" + name;
  }

  /** Returns the class of the activity that a launcher starts; empty if there is none. */
  public String launcher() {
    return manifest.launcherActivity();
  }
}
