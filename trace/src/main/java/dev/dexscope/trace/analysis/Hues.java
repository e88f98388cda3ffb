package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Colours of methods, so that one sees whose code runs: the app's own is warm, libraries are
 * violet, the platform is blue and green. Packages of a kind differ; where the app has a single
 * one, its classes do.
 */
public final class Hues {
  private static final String[] PLATFORM = {
    "java.", "javax.", "jdk.", "sun.", "android.", "dalvik.", "libcore.", "com.android.", "art."
  };
  private static final String[] LIBRARIES = {
    "androidx.",
    "kotlin.",
    "kotlinx.",
    "com.google.",
    "com.squareup.",
    "com.bumptech.",
    "com.fasterxml.",
    "com.facebook.",
    "org.apache.",
    "org.json.",
    "org.slf4j.",
    "okhttp3.",
    "okio.",
    "retrofit2.",
    "io.reactivex.",
    "io.ktor.",
    "dagger.",
    "coil.",
    "rx."
  };

  /** By this part of the circle one colour follows the other, so that neighbours differ. */
  private static final double GOLDEN = 0.6180339887498949;

  private Hues() {}

  private enum Kind {
    APP(345, 85),
    LIBRARY(265, 60),
    PLATFORM(165, 80);

    final int first;
    final int range;

    Kind(int first, int range) {
      this.first = first;
      this.range = range;
    }
  }

  /** A hue of 0 to 359 for each method. */
  public static int[] of(MethodTable methods) {
    Set<String> packages = new HashSet<>();
    for (int i = 0; i < methods.size(); i++) {
      if (kind(methods.get(i)) == Kind.APP) {
        packages.add(methods.get(i).packageName());
      }
    }
    boolean byClass = packages.size() <= 1;
    Map<String, Integer> numbers = new HashMap<>();
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    int[] hues = new int[methods.size()];
    for (int i = 0; i < hues.length; i++) {
      Method method = methods.get(i);
      Kind kind = kind(method);
      String group =
          byClass && kind == Kind.APP ? outermost(method.className()) : method.packageName();
      int number = numbers.computeIfAbsent(group, _ -> counts.merge(kind, 1, Integer::sum) - 1);
      double place = number * GOLDEN % 1;
      hues[i] = (kind.first + (int) (kind.range * place)) % 360;
    }
    return hues;
  }

  private static String outermost(String className) {
    int inner = className.indexOf('$');
    return inner < 0 ? className : className.substring(0, inner);
  }

  private static Kind kind(Method method) {
    String name = method.className();
    return begins(name, PLATFORM)
        ? Kind.PLATFORM
        : begins(name, LIBRARIES) ? Kind.LIBRARY : Kind.APP;
  }

  private static boolean begins(String name, String[] prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
