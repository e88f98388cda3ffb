package dev.dexscope.trace.analysis;

import dev.dexscope.trace.analysis.Comparison.Figure;
import dev.dexscope.trace.analysis.Comparison.Run;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names whose numbers only count: those that compilers give to the bodies and classes of lambda
 * expressions, and Java VMs to classes that they make. With one expression more in a class, others
 * have the numbers that these had before, and a comparison by names would claim that all of them
 * have changed. Where the two sides have different ones of such a group, it is one row, with {@code
 * *} for the number.
 *
 * <p>The names are those of javac ({@code lambda$run$0}), Kotlin ({@code run$lambda$0}), D8 and R8
 * ({@code $$ExternalSyntheticLambda0}) and HotSpot ({@code $$Lambda.0x00007f0a}, {@code $Proxy7},
 * {@code GeneratedMethodAccessor3}, {@code LambdaForm$DMH.0x00007f0a}).
 */
public final class NumberedNames {
  private static final Pattern NUMBER =
      Pattern.compile(
          "(lambda\\$[\\w$-]+\\$|\\$lambda\\$|\\$\\$ExternalSynthetic[A-Za-z]+|\\$Proxy"
              + "|Generated[A-Za-z]+Accessor)\\d++"
              + "|(\\$\\$Lambda|LambdaForm\\$[A-Za-z]+)[./$][0-9a-fx/]++");

  /** No two runs share an address. */
  private static final Pattern ADDRESS = Pattern.compile("[./]0x[0-9a-f]");

  /** Rows with a smaller part of what matters are seen by samples or not, by chance. */
  private static final double SMALL = 0.1;

  private NumberedNames() {}

  /** The runs of both sides, with the rows that can be compared. */
  public record Sides(List<Run> base, List<Run> head) {}

  /**
   * Joins the rows of groups of which the sides have different ones. Their times are added, so that
   * these have to be exclusive.
   */
  public static Sides joined(List<Run> base, List<Run> head, Criteria criteria) {
    double least = SMALL * criteria.share() * Math.max(longest(base), longest(head));
    Map<String, Set<String>> before = groups(base, least);
    Map<String, Set<String>> after = groups(head, least);
    Set<String> differing = new HashSet<>();
    before.forEach((group, names) -> {
      if (!names.equals(after.getOrDefault(group, names))) {
        differing.add(group);
      }
    });
    return differing.isEmpty()
        ? new Sides(base, head)
        : new Sides(
            base.stream().map(each -> join(each, differing)).toList(),
            head.stream().map(each -> join(each, differing)).toList());
  }

  private static double longest(List<Run> runs) {
    return runs.stream().mapToDouble(each -> each.total().time()).max().orElse(0);
  }

  /** The names of each group that take so much time in one of the runs. */
  private static Map<String, Set<String>> groups(List<Run> runs, double least) {
    Map<String, Set<String>> groups = new HashMap<>();
    for (Run run : runs) {
      run.rows()
          .forEach((name, figure) -> {
            String group = group(name);
            boolean counts = figure.time() >= least || ADDRESS.matcher(name).find();
            if (counts && !group.equals(name)) {
              groups.computeIfAbsent(group, _ -> new HashSet<>()).add(name);
            }
          });
    }
    return groups;
  }

  private static Run join(Run run, Set<String> groups) {
    Map<String, Figure> rows = new HashMap<>();
    run.rows()
        .forEach((name, figure) -> {
          String group = group(name);
          rows.merge(groups.contains(group) ? group : name, figure, Figure::plus);
        });
    return new Run(run.total(), run.threads(), rows);
  }

  /** Returns the name without its numbers; the same if it has none. */
  static String group(String name) {
    return name.indexOf('$') < 0 && !name.contains("Accessor")
        ? name
        : NUMBER.matcher(name).replaceAll("$1$2*");
  }
}
