package dev.dexscope.inject.select;

import dev.dexscope.base.text.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Suggestions for a pattern that matches nothing.
 *
 * <pre>{@code
 * NearNames.of("com.acne.Foo", List.of("com.acme.Foo", "com.acme.Bar"));  // [com.acme.Foo]
 * }</pre>
 */
public final class NearNames {
  private static final int MOST = 3;

  private NearNames() {}

  /**
   * Names that are written much alike, the nearest first: of classes, of packages, and of methods
   * where the pattern names one.
   *
   * @param methods all, as {@code p.C#m}
   */
  public static List<String> of(String pattern, Collection<String> methods) {
    return Nearest.to(pattern, candidates(methods, pattern.indexOf('#') >= 0)).stream()
        .limit(MOST)
        .toList();
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
}
