package dev.dexscope.base.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Suggestions for an unknown word.
 *
 * <pre>{@code
 * Nearest.to("com.acne.Foo", List.of("com.acme.Foo", "com.acme.Bar"));  // [com.acme.Foo]
 * }</pre>
 */
public final class Nearest {
  private static final int MOST = 5;

  /** One letter in so many may be wrong. */
  private static final int LETTERS_PER_SLIP = 4;

  private Nearest() {}

  /**
   * Returns the names that differ from the word by a typing error, and those that end with it or
   * contain it; the nearest first, a few at most.
   */
  public static List<String> to(String word, Collection<String> known) {
    String wanted = word.toLowerCase(Locale.ROOT);
    int slips = Math.max(2, wanted.length() / LETTERS_PER_SLIP);
    record Found(String name, int distance) {}
    List<Found> found = new ArrayList<>();
    for (String each : known) {
      int distance = distance(wanted, each.toLowerCase(Locale.ROOT), slips);
      if (distance <= slips + 1) {
        found.add(new Found(each, distance));
      }
    }
    found.sort(Comparator.comparingInt(Found::distance).thenComparing(Found::name));
    return found.stream().map(Found::name).distinct().limit(MOST).toList();
  }

  /** Returns the nearest ones as advice, or the known ones if none is near. */
  public static String advice(String word, Collection<String> known) {
    List<String> near = to(word, known);
    if (!near.isEmpty()) {
      return "did you mean " + String.join(", ", near) + "?";
    }
    List<String> some = known.stream().distinct().limit(MOST).toList();
    String more = known.size() > some.size() ? ", ..." : "";
    return some.isEmpty() ? "none is known" : "known: " + String.join(", ", some) + more;
  }

  /**
   * Returns the distance of a name; names that only contain the word are farther than any typing
   * error.
   */
  private static int distance(String wanted, String name, int slips) {
    if (name.endsWith("." + wanted)) {
      return 0;
    }
    // As many letters have to be inserted at least.
    boolean isNear = Math.abs(wanted.length() - name.length()) <= slips;
    int distance = isNear ? distance(wanted, name) : Integer.MAX_VALUE;
    if (distance <= slips) {
      return distance;
    }
    return wanted.length() > 2 && name.contains(wanted) ? slips + 1 : Integer.MAX_VALUE;
  }

  /** The number of letters to insert, delete or replace: small for a typing error. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
