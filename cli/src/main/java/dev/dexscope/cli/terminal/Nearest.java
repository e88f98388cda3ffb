package dev.dexscope.cli.terminal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What somebody may have meant who wrote something that there is not. */
public final class Nearest {
  private static final int MOST = 5;

  private Nearest() {}

  /**
   * Those that a typing slip makes of the word, and those that contain it; the nearest first, a few
   * at most.
   */
  public static List<String> to(String word, Collection<String> known) {
    String wanted = word.toLowerCase(Locale.ROOT);
    int slips = Math.max(2, wanted.length() / 4);
    record Found(String name, int distance) {}
    List<Found> found = new ArrayList<>();
    for (String each : known) {
      String name = each.toLowerCase(Locale.ROOT);
      int distance = distance(wanted, name);
      if (distance <= slips) {
        found.add(new Found(each, distance));
      } else if (wanted.length() > 2 && name.contains(wanted)) {
        found.add(new Found(each, slips + 1));
      }
    }
    found.sort(Comparator.comparingInt(Found::distance).thenComparing(Found::name));
    return found.stream().map(Found::name).distinct().limit(MOST).toList();
  }

  /** The nearest ones as advice, or what there is when none is near. */
  public static String advice(String word, Collection<String> known) {
    List<String> near = to(word, known);
    if (!near.isEmpty()) {
      return "did you mean " + String.join(", ", near) + "?";
    }
    List<String> some = known.stream().distinct().limit(MOST).toList();
    String more = known.size() > some.size() ? ", ..." : "";
    return some.isEmpty() ? "there is none" : "there are " + String.join(", ", some) + more;
  }

  /** The number of letters to insert, delete or replace: small for a typing slip. */
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
