package dev.dexscope.store.fleet;

import dev.dexscope.base.text.Xml;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Difference;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The comparison of two versions as a page in one file, without scripts: the time of a run in all
 * versions, and the methods that moved with the evidence.
 */
public final class RegressionPage {
  private static final double CONFIDENCE = 0.95;

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --line: #8886; --mark: #c2511b; --mean: #6b7a90; }
      @media (prefers-color-scheme: dark) { :root { --mark: #f0935a; --mean: #9aa9c0; } }
      body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
      h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } .note { opacity: .75; }
      .wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
      th { text-align: left; font-weight: 600; } td, th { padding: .3rem .6rem .3rem 0; font-size: .93em; border-top: 1px solid var(--line); vertical-align: middle; }
      td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
      td.m { overflow-wrap: anywhere; min-width: 9rem; } td.c { width: 150px; min-width: 110px; }
      svg { width: 100%; display: block; } text { fill: currentColor; font-size: 12px; } text.y { text-anchor: end; } text.x { text-anchor: middle; }
      .axis, .grid { stroke: var(--line); fill: none; } .grid { stroke-dasharray: 3 4; }
      .line, .whisker { stroke: var(--mean); fill: none; stroke-width: 1.5; } .mean { fill: var(--mean); } .compared { fill: var(--mark); }
      .regressed { color: var(--mark); font-weight: 600; }
      """;

  private final Regressions found;
  private final Selection selection;
  private final List<String> compared;
  private final StringBuilder out = new StringBuilder();

  private RegressionPage(Regressions found, Selection selection, List<String> compared) {
    this.found = found;
    this.selection = selection;
    this.compared = compared;
  }

  /**
   * Makes the page.
   *
   * @param found what {@link Regressions#of} has found between the versions
   * @param most how many methods of each end are shown
   * @throws IOException if the database cannot be read
   */
  public static String of(
      Fleet fleet, Selection selection, String from, String to, Regressions found, int most)
      throws IOException {
    var page = new RegressionPage(found, selection, List.of(from, to));
    VersionReport report = VersionReport.of(fleet, selection, from, to, found, most);
    page.head();
    page.whole(report.runs());
    page.methods(report.moved(), report.methods());
    page.out.append("</body></html>\n");
    return page.out.toString();
  }

  private void head() {
    String app = selection.facts().getOrDefault("app", "");
    String title = Xml.escaped((app.isEmpty() ? "" : app + ": ") + String.join(" → ", compared));
    out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';");
    out.append(" style-src 'unsafe-inline'\"><title>").append(title);
    out.append("</title>\n<style>\n").append(STYLE).append("</style></head><body>\n<h1>");
    out.append(title).append("</h1>\n<p>");
    Difference total = found.comparison().total();
    out.append(
        String.format(
            Locale.ROOT,
            "A run takes %s instead of %s: ",
            millis(total.head().mean()),
            millis(total.base().mean())));
    out.append(verdict(total)).append(", ").append(change(total));
    out.append(
        String.format(
            Locale.ROOT,
            "%s.</p>\n<p class=\"note\">%,d runs of %s, %,d of %s; ",
            range(total).isEmpty() ? "" : " (" + range(total) + ")",
            found.base(),
            escaped(0),
            found.head(),
            escaped(1)));
    out.append(
        String.format(
            Locale.ROOT,
            "%s %s of a run; ",
            selection.inclusive() ? "inclusive" : "exclusive",
            found.timing().words()));
    String by = String.join(", ", selection.by());
    out.append(
        String.format(
            Locale.ROOT,
            "compared within %d %s of runs",
            found.strata(),
            found.strata() == 1 ? "kind" : "kinds"));
    out.append(by.isEmpty() ? "" : " by " + by);
    out.append(
        String.format(
            Locale.ROOT,
            "%s.",
            found.alone() == 0 ? "" : "; " + found.alone() + " runs have no others of their kind"));
    out.append(" Means have the same mixture of these kinds in all versions, with 95&nbsp;%");
    out.append(" confidence; versions that lack one of them are not drawn.</p>\n");
  }

  private void whole(VersionHistory history) {
    out.append("<h2>Time of a run, by version</h2>\n");
    out.append(VersionChart.LARGE.of(history, compared)).append('\n');
  }

  private void methods(List<Difference> moved, Map<String, VersionHistory> histories) {
    out.append("<h2>Methods that moved</h2>\n");
    if (moved.isEmpty()) {
      out.append("<p>None: no change is proven, and none above the limit is possible.</p>\n");
      return;
    }
    out.append("<div class=\"wide\"><table>\n<tr><th>Method</th><th>All versions</th>");
    out.append(
        "<th class=\"n\">Change</th><th>Verdict</th><th class=\"n\">95&nbsp;% interval</th>");
    out.append(
        "<th class=\"n\">Before</th><th class=\"n\">After</th><th class=\"n\">p</th></tr>\n");
    for (Difference each : moved) {
      out.append("<tr><td class=\"m\">").append(Xml.escaped(ReadableName.of(each.name())));
      out.append("</td><td class=\"c\">");
      VersionHistory history = histories.get(each.name());
      out.append(history == null ? "" : VersionChart.SMALL.of(history, compared));
      out.append(
          String.format(
              Locale.ROOT, "</td><td class=\"n\">%s</td><td>%s</td>", change(each), verdict(each)));
      for (String figure :
          List.of(range(each), millis(each.base().mean()), millis(each.head().mean()), p(each))) {
        out.append(String.format(Locale.ROOT, "<td class=\"n\">%s</td>", figure));
      }
      out.append("</tr>\n");
    }
    out.append("</table></div>\n");
  }

  private String escaped(int version) {
    return Xml.escaped(compared.get(version));
  }

  private static String verdict(Difference d) {
    String word = d.verdict().name().toLowerCase(Locale.ROOT);
    return "<span class=\"" + word + "\">" + word + "</span>";
  }

  private static String p(Difference d) {
    return Double.isNaN(d.p()) ? "" : String.format(Locale.ROOT, "%.2g", d.p());
  }

  private static String change(Difference d) {
    return Double.isInfinite(d.relative()) ? "new" : percent(d.relative());
  }

  /** The changes that the runs are consistent with. */
  private static String range(Difference d) {
    return d.shift().isTestable()
        ? percent(d.least(CONFIDENCE)) + " to " + percent(d.most(CONFIDENCE))
        : "";
  }

  private static String percent(double fraction) {
    return Double.isInfinite(fraction)
        ? "any"
        : String.format(Locale.ROOT, "%+.1f&nbsp;%%", 100 * fraction);
  }

  private static String millis(double nanos) {
    return VersionChart.millis(nanos);
  }
}
