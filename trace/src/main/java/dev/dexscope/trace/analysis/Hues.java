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
 * one, its classes do, and what has no class by its name.
 */
public final class Hues {
  /** By this part of the circle one colour follows the other, so that neighbours differ. */
  private static final double GOLDEN = 0.6180339887498949;

  private Hues() {}

  /** Returns the start of a kind's part of the circle. */
  private static int first(CodeKind kind) {
    return switch (kind) {
      case APP -> 345;
      case LIBRARY -> 265;
      case PLATFORM -> 165;
    };
  }

  private static int range(CodeKind kind) {
    return switch (kind) {
      case APP -> 85;
      case LIBRARY -> 60;
      case PLATFORM -> 80;
    };
  }

  /** A hue of 0 to 359 for each method. */
  public static int[] of(MethodTable methods) {
    Set<String> packages = new HashSet<>();
    for (int i = 0; i < methods.size(); i++) {
      Method method = methods.get(i);
      if (CodeKind.of(method) == CodeKind.APP && !method.className().isEmpty()) {
        packages.add(method.packageName());
      }
    }
    boolean byClass = packages.size() <= 1;
    Map<String, Integer> numbers = new HashMap<>();
    Map<CodeKind, Integer> counts = new EnumMap<>(CodeKind.class);
    int[] hues = new int[methods.size()];
    for (int i = 0; i < hues.length; i++) {
      Method method = methods.get(i);
      CodeKind kind = CodeKind.of(method);
      String group = group(method, byClass && kind == CodeKind.APP);
      int number = numbers.computeIfAbsent(group, _ -> counts.merge(kind, 1, Integer::sum) - 1);
      double place = number * GOLDEN % 1;
      hues[i] = (first(kind) + (int) (range(kind) * place)) % 360;
    }
    return hues;
  }

  private static String group(Method method, boolean byClass) {
    if (method.className().isEmpty()) {
      return method.name();
    }
    return byClass ? outermost(method.className()) : method.packageName();
  }

  private static String outermost(String className) {
    int inner = className.indexOf('$');
    return inner < 0 ? className : className.substring(0, inner);
  }
}
