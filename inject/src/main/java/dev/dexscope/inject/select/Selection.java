package dev.dexscope.inject.select;

import java.util.ArrayList;
import java.util.List;

/**
 * Which methods are asked for: those that an include names, or all without one; not those that an
 * exclude names.
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
   * Adds what is asked for: {@code com.acme}, {@code com.acme.Foo#run}, {@code @com.acme.Measured};
   * {@code *} stands for any text.
   *
   * @throws IllegalArgumentException when the pattern is empty
   */
  public Selection include(String pattern) {
    includes.add(Rule.parse(pattern));
    return this;
  }

  /** Adds what is not wanted; see {@link #include}. */
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

  /** Whether candidates must say what annotations they have. */
  public boolean looksAtAnnotations() {
    return includes.stream().anyMatch(Rule::looksAtAnnotations)
        || excludes.stream().anyMatch(Rule::looksAtAnnotations);
  }

  /** Whether everything is asked for. */
  public boolean isEverything() {
    return includes.isEmpty() && excludes.isEmpty() && files.isEmpty();
  }

  /** Whether the method is asked for. */
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

  /** What was asked for and is no method of those that {@link #contains} was asked about. */
  public List<String> unmatchedIncludes() {
    return unmatched(includes);
  }

  /** What was not wanted and is none of them. */
  public List<String> unmatchedExcludes() {
    return unmatched(excludes);
  }

  private static List<String> unmatched(List<Rule> rules) {
    return rules.stream().filter(each -> !each.hasMatched()).map(Rule::text).toList();
  }
}
