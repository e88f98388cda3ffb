package dev.dexscope.inject.select;

import java.util.ArrayList;
import java.util.List;

/**
 * The selected methods: those that an include matches, or all without one; not those that an
 * exclude matches.
 *
 * <pre>{@code
 * Selection selection = new Selection().include("com.acme").exclude("com.acme.Log#*");
 * }</pre>
 */
public final class Selection {
  private final List<Rule> includes = new ArrayList<>();
  private final List<Rule> excludes = new ArrayList<>();
  private final List<TauRules> files = new ArrayList<>();

  /**
   * Adds methods to the selection: {@code com.acme}, {@code com.acme.Foo#run},
   * {@code @com.acme.Measured}; {@code *} matches any text.
   *
   * @throws IllegalArgumentException when the pattern is empty
   */
  public Selection include(String pattern) {
    includes.add(Rule.parse(pattern));
    return this;
  }

  /** Excludes methods; see {@link #include}. */
  public Selection exclude(String pattern) {
    excludes.add(Rule.parse(pattern));
    return this;
  }

  /**
   * Adds the lists of a selective instrumentation file of TAU's.
   *
   * @param file for messages
   * @return what in it was passed over
   * @throws IllegalArgumentException when it is not such a file
   */
  public List<String> addTauFile(String file, List<String> lines) {
    TauRules rules = TauRules.parse(file, lines);
    files.add(rules);
    return List.copyOf(rules.warnings());
  }

  /** Returns whether candidates must provide their annotations. */
  public boolean looksAtAnnotations() {
    return includes.stream().anyMatch(Rule::looksAtAnnotations)
        || excludes.stream().anyMatch(Rule::looksAtAnnotations);
  }

  /** Returns whether everything is selected. */
  public boolean isEverything() {
    return includes.isEmpty() && excludes.isEmpty() && files.isEmpty();
  }

  /** Returns whether the method is selected. */
  public boolean contains(Candidate method) {
    boolean all = includes.isEmpty() && files.stream().noneMatch(TauRules::hasIncludes);
    boolean named = isNamed(includes, method);
    boolean excluded = isNamed(excludes, method);
    return (all || named || files.stream().anyMatch(each -> each.includes(method)))
        && !excluded
        && files.stream().noneMatch(each -> each.excludes(method));
  }

  /** Asks all rules that have named nothing yet, so that in the end those are known. */
  private static boolean isNamed(List<Rule> rules, Candidate method) {
    boolean is = false;
    for (Rule each : rules) {
      if (!is || !each.hasMatched()) {
        is = each.matches(method) || is;
      }
    }
    return is;
  }

  /** Returns the includes that matched none of the methods passed to {@link #contains}. */
  public List<String> unmatchedIncludes() {
    return unmatched(includes);
  }

  /** Returns the excludes that matched none of these methods. */
  public List<String> unmatchedExcludes() {
    return unmatched(excludes);
  }

  private static List<String> unmatched(List<Rule> rules) {
    return rules.stream().filter(each -> !each.hasMatched()).map(Rule::text).toList();
  }
}
