package dev.dexscope.apps;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The heap that the phone gives an app. The Java VM's heap has that size, and room for what is in
 * it of the framework and of Dexscope: it ends by itself where a phone's does, and allocating costs
 * what it costs.
 *
 * @param megabytes its limit; an app that requests a large one gets twice that
 */
public record AppHeap(int megabytes) {
  /** That of a phone with 4 GB. */
  public static final AppHeap DEFAULT = new AppHeap(256);

  /** What the framework, the translator and the classes of an app keep, in megabytes. */
  public static final int FRAMEWORK = 64;

  /** Of a young object: a heap that is full has most of it too. */
  private static final int YOUNG = 64;

  private static final int LEAST = 16;
  private static final int MOST = 8192;
  private static final int KILO = 1024;

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,5})([mMgG])");

  public AppHeap {
    if (megabytes < LEAST || megabytes > MOST) {
      throw new IllegalArgumentException("a heap has " + LEAST + "m to " + MOST / KILO + "g");
    }
  }

  /**
   * Parses a size such as {@code 256m} or {@code 1g}.
   *
   * @throws IllegalArgumentException if it is not one, or out of bounds
   */
  public static AppHeap parse(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("write a size such as 256m or 1g");
    }
    int number = Integer.parseInt(matcher.group(1));
    return new AppHeap(matcher.group(2).equalsIgnoreCase("g") ? number * KILO : number);
  }

  /** Returns the limit of an app, in megabytes. */
  public int limit(boolean isLarge) {
    return isLarge ? 2 * megabytes : megabytes;
  }

  /** Returns the options of the Java VM that has such a heap. */
  List<String> options(boolean isLarge) {
    // What is old has room for all of it, in one array too.
    return List.of(
        "-Xmx" + (limit(isLarge) + FRAMEWORK + YOUNG) + "m", "-XX:MaxNewSize=" + YOUNG + "m");
  }

  @Override
  public String toString() {
    return megabytes + "m";
  }
}
