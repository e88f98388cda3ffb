package dev.dexscope.inject.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What somebody may have meant by a pattern that names nothing.
 *
 * <pre>{@code
 * NearNames.of("com.acne.Foo", List.of("com.acme.Foo", "com.acme.Bar"));  // [com.acme.Foo]
 * }</pre>
 */
public final class NearNames {
  private static final int MOST = 3;

  /** One letter in so many may be wrong. */
  private static final int LETTERS_PER_SLIP = 5;

  private record Scored(String name, int distance) {}

  private NearNames() {}

  /**
   * Names that are written much alike, the nearest first: of classes, of packages, and of methods
   * where the pattern names one.
   *
   * @param methods all, as {@code p.C#m}
   */
  public static List<String> of(String pattern, Collection<String> methods) {
    String wanted = pattern.toLowerCase(Locale.ROOT);
    List<Scored> near = new ArrayList<>();
    for (String each : candidates(methods, pattern.indexOf('#') >= 0)) {
      int distance = distance(wanted, each.toLowerCase(Locale.ROOT));
      if (distance <= Math.max(2, wanted.length() / LETTERS_PER_SLIP)) {
        near.add(new Scored(each, distance));
      }
    }
    near.sort(Comparator.comparingInt(Scored::distance).thenComparing(Scored::name));
    return near.stream().limit(MOST).map(Scored::name).toList();
  }

  private static Set<String> candidates(Collection<String> methods, boolean withMethods) {
    Set<String> names = new TreeSet<>();
    for (String each : methods) {
      int hash = each.indexOf('#');
      if (withMethods) {
        names.add(each);
        names.add(each.substring(hash));
      } else {
        String name = each.substring(0, hash);
        // A package whose classes are known is known with all above it.
        while (names.add(name) && name.indexOf('.') > 0) {
          name = name.substring(0, name.lastIndexOf('.'));
        }
      }
    }
    return names;
  }

  /**
   * The letters to insert, delete or replace; none where the end of the name is all that was
   * written, as in {@code Foo} for {@code com.acme.Foo}.
   */
  private static int distance(String wanted, String name) {
    if (name.endsWith("." + wanted)) {
      return 0;
    }
    if (Math.abs(wanted.length() - name.length()) > wanted.length() / LETTERS_PER_SLIP + 2) {
      return Integer.MAX_VALUE;
    }
    int[] row = new int[name.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= wanted.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= name.length(); j++) {
        int replaced = diagonal + (wanted.charAt(i - 1) == name.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[name.length()];
  }
}
