package dev.dexscope.store.fleet;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order of versions: numbers by their values, so that 2.10 follows 2.9; a release last. */
final class Versions {
  private static final Pattern PART = Pattern.compile("\\d+|[^\\d.]+");

  static final Comparator<String> ORDER = Versions::compare;

  private Versions() {}

  private static int compare(String a, String b) {
    Matcher x = PART.matcher(a);
    Matcher y = PART.matcher(b);
    while (true) {
      boolean hasX = x.find();
      boolean hasY = y.find();
      if (!hasX || !hasY) {
        // 2.4-rc1 is before 2.4, and 2.4 before 2.4.1.
        int rest =
            hasX ? (isNumber(x.group()) ? 1 : -1) : hasY ? (isNumber(y.group()) ? -1 : 1) : 0;
        return rest != 0 ? rest : a.compareTo(b);
      }
      int order = compareParts(x.group(), y.group());
      if (order != 0) {
        return order;
      }
    }
  }

  private static int compareParts(String a, String b) {
    if (isNumber(a) && isNumber(b)) {
      return new java.math.BigInteger(a).compareTo(new java.math.BigInteger(b));
    }
    return isNumber(a) ? 1 : isNumber(b) ? -1 : a.compareTo(b);
  }

  private static boolean isNumber(String part) {
    return Character.isDigit(part.charAt(0));
  }
}
