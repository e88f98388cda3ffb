package dev.dexscope.inject.coverage;

import dev.dexscope.base.text.Xml;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * The report as one page of HTML without scripts: packages, in them classes, in them methods and
 * the lines that were not reached.
 */
public final class CoveragePage {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>@TITLE@</title><style>
      body { font: 14px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
      summary, .row { display: flex; gap: 1em; align-items: center; padding: 2px 0; }
      summary { cursor: pointer; }
      summary::before { content: "\\25b8"; width: 1em; }
      details[open] > summary::before { content: "\\25be"; }
      details details, details .row, details p { margin-left: 1.5em; }
      .row::before { content: ""; width: 1em; }
      .name { flex: 1; overflow-wrap: anywhere; }
      .part { width: 11em; display: flex; gap: .5em; align-items: center; font-variant-numeric: tabular-nums; }
      .bar { width: 4em; height: .7em; background: #d1495b; }
      .bar i { display: block; height: 100%; background: #2e8b57; }
      p { color: #666; margin-top: 0; margin-bottom: .3em; }
      @media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; } p { color: #aaa; } }
      </style></head><body><h1>@TITLE@</h1>
      <div class="row"><span class="name"></span><span class="part">methods</span>\
      <span class="part">lines</span><span class="part">branches</span></div>
      """;

  private final Writer out;

  private CoveragePage(Writer out) {
    this.out = out;
  }

  /**
   * Writes a page in UTF-8.
   *
   * @param name of the program
   * @throws IOException if it cannot be written
   */
  public static void write(String name, List<CoveredClass> classes, OutputStream out)
      throws IOException {
    var writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    new CoveragePage(writer).write(name, classes);
    writer.flush();
  }

  private void write(String name, List<CoveredClass> classes) throws IOException {
    String title = Xml.escaped("What ran of " + name);
    out.write(HEAD.replace("@TITLE@", title));
    row("in all", CoveredClass.sum(classes));
    for (Map.Entry<String, List<CoveredClass>> each : CoveredClass.byPackage(classes).entrySet()) {
      packageOf(each.getKey(), each.getValue());
    }
    out.write("</body></html>\n");
  }

  private void packageOf(String name, List<CoveredClass> classes) throws IOException {
    out.write("<details><summary>");
    parts(name.isEmpty() ? "(unnamed)" : name, CoveredClass.sum(classes));
    out.write("</summary>\n");
    for (CoveredClass each : classes) {
      out.write("<details><summary>");
      parts(each.name().substring(name.isEmpty() ? 0 : name.length() + 1), each.counters());
      out.write("</summary>\n");
      String missed = missed(each.lines());
      if (!missed.isEmpty()) {
        out.write("<p>never ran: " + Xml.escaped(each.sourceFile()) + " " + missed + "</p>\n");
      }
      for (CoveredMethod method : each.methods()) {
        row(method.name() + method.signature(), method.counters());
      }
      out.write("</details>\n");
    }
    out.write("</details>\n");
  }

  /** The lines of which nothing was reached, as ranges: lines without code may be in them. */
  private static String missed(SortedMap<Integer, CoveredLine> lines) {
    var text = new StringBuilder();
    int from = 0;
    int to = 0;
    for (Map.Entry<Integer, CoveredLine> each : lines.entrySet()) {
      boolean isMissed = each.getValue().instructions().covered() == 0;
      if (isMissed) {
        from = from == 0 ? each.getKey() : from;
        to = each.getKey();
      } else if (from > 0) {
        append(text, from, to);
        from = 0;
      }
    }
    if (from > 0) {
      append(text, from, to);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, int from, int to) {
    text.append(text.isEmpty() ? "" : ", ").append(from == to ? from + "" : from + "-" + to);
  }

  private void row(String name, Counters counters) throws IOException {
    out.write("<div class=\"row\">");
    parts(name, counters);
    out.write("</div>\n");
  }

  private void parts(String name, Counters counters) throws IOException {
    out.write("<span class=\"name\">" + Xml.escaped(name) + "</span>");
    part(counters.methods());
    part(counters.lines());
    part(counters.branches());
  }

  private void part(Counter counter) throws IOException {
    if (counter.total() == 0) {
      out.write("<span class=\"part\"></span>");
      return;
    }
    out.write(
        String.format(
            Locale.ROOT,
            "<span class=\"part\"><span class=\"bar\"><i style=\"width:%.1f%%\"></i></span>%d/%d</span>",
            100 * counter.share(),
            counter.covered(),
            counter.total()));
  }
}
