package dev.dexscope.apps;

import java.util.Locale;

/**
 * One file of those that apps need, in the one version that Dexscope was tested with.
 *
 * @param level the API level that it is for; 0 for all
 * @param group of its coordinates in Maven's repositories, as the next three
 * @param type {@code jar}, or {@code aar} for a package with a jar in it
 * @param size in bytes
 * @param sha256 its digest
 * @param licence by SPDX's names
 */
public record FrameworkFile(
    int level,
    String group,
    String artifact,
    String version,
    String type,
    long size,
    String sha256,
    String licence) {

  /** A line of the table. */
  static FrameworkFile parse(String line) {
    String[] cells = line.split("\t");
    String[] names = cells[1].split(":");
    return new FrameworkFile(
        cells[0].equals("all") ? 0 : Integer.parseInt(cells[0]),
        names[0],
        names[1],
        names[2],
        names[3],
        Long.parseLong(cells[2]),
        cells[3],
        cells[4]);
  }

  /** As Maven names it. */
  public String file() {
    return artifact + "-" + version + "." + type;
  }

  /** Returns the jar that Java loads from it. */
  String jar() {
    return artifact + "-" + version + ".jar";
  }

  boolean isFor(int apiLevel) {
    return level == 0 || level == apiLevel;
  }

  /** For people. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%s:%s:%s, %.1f MB, %s", group, artifact, version, size / 1e6, licence);
  }
}
