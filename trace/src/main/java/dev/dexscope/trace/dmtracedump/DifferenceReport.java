package dev.dexscope.trace.dmtracedump;

import dev.dexscope.base.text.Xml;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Two traces side by side: what each method took in either. */
public final class DifferenceReport {
  /** A method of both runs. */
  private record Pair(ProfiledMethod first, ProfiledMethod second) {}

  /** The identity of a method. */
  private record Name(String className, String name, String signature) {
    static Name of(ProfiledMethod method) {
      return new Name(method.className, method.name, method.signature);
    }
  }

  private final List<Pair> pairs = new ArrayList<>();
  private final List<ProfiledMethod> onlyFirst = new ArrayList<>();
  private final List<ProfiledMethod> onlySecond = new ArrayList<>();

  private DifferenceReport(Profile first, Profile second) {
    // Of methods with the same name in one trace the one with the most time is compared.
    Map<Name, ProfiledMethod> inSecond = new HashMap<>();
    for (ProfiledMethod method : second.byInclusive()) {
      inSecond.putIfAbsent(Name.of(method), method);
    }
    Set<Name> inFirst = new HashSet<>();
    for (ProfiledMethod method : first.byInclusive()) {
      Name name = Name.of(method);
      inFirst.add(name);
      ProfiledMethod same = inSecond.get(name);
      if (same == null) {
        onlyFirst.add(method);
      } else {
        pairs.add(new Pair(method, same));
      }
    }
    for (ProfiledMethod method : second.byInclusive()) {
      if (!inFirst.contains(Name.of(method))) {
        onlySecond.add(method);
      }
    }
  }

  /**
   * Writes it as text.
   *
   * @throws IOException if it cannot be written
   */
  public static void writeText(TraceviewRecords first, TraceviewRecords second, OutputStream to)
      throws IOException {
    var difference = new DifferenceReport(Profile.of(first), Profile.of(second));
    Writer out = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.ISO_8859_1));
    difference.textTable(out, ProfiledMethod::allExclusive);
    difference.textTable(out, method -> method.inclusive);
    for (List<ProfiledMethod> rest : List.of(difference.onlyFirst, difference.onlySecond)) {
      for (ProfiledMethod method : rest) {
        out.write(alone(method, " ") + "\n");
      }
    }
    out.flush();
  }

  private void textTable(Writer out, ToLongFunction<ProfiledMethod> time) throws IOException {
    sort(time);
    for (Pair pair : pairs) {
      out.write(String.join(" ", times(pair, time)) + "\n");
      out.write(pair.first.calls + "\n" + pair.second.calls + "\n");
    }
  }

  /**
   * Writes it as a page.
   *
   * @param sortable the address in front of {@code sortable.js}
   * @param firstName how the first trace is called in the page
   * @throws IOException if it cannot be written
   */
  public static void writeHtml(
      TraceviewRecords first,
      String firstName,
      TraceviewRecords second,
      String secondName,
      String sortable,
      OutputStream to)
      throws IOException {
    var difference = new DifferenceReport(Profile.of(first), Profile.of(second));
    Writer out = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.ISO_8859_1));
    String head = new HtmlStyle(sortable).head();
    String runs = "Run 1: %s<br>\nRun 2: %s<br>\n".formatted(firstName, secondName);
    out.write(head);
    out.write(
        """
        <h3>Table of Contents</h3>
        <ul>
        <li><a href='#exclusive'>Exclusive</a>
        <li><a href='#inclusive'>Inclusive</a>
        </ul>
        """);
    out.write(runs + "<a name=\"exclusive\"></a><h3 id=\"exclusive\">Exclusive</h3>\n");
    difference.htmlTable(out, "exclusive_table", ProfiledMethod::allExclusive);
    // The original begins a second page inside the first one, and misspells the heading's name.
    out.write(head);
    out.write(runs + "<a name=\"inclusive\"></a><h3 id=\"inculisve\">Inclusive</h3>\n");
    difference.htmlTable(out, "inclusive_table", method -> method.inclusive);
    htmlRest(out, "Run 1 methods not found in Run 2", difference.onlyFirst);
    // The last table stays open.
    out.write("</table>\n");
    htmlRest(out, "Run 2 methods not found in Run 1", difference.onlySecond);
    out.write("</body></html\n");
    out.flush();
  }

  private void htmlTable(Writer out, String id, ToLongFunction<ProfiledMethod> time)
      throws IOException {
    out.write("<table class='sortable' id='" + id + "'><tr>\n");
    out.write(
        """
        <th>Method</th>
        <th>Run 1 (us)</th>
        <th>Run 2 (us)</th>
        <th>Diff (us)</th>
        <th>Diff (%)</th>
        <th>1: # calls</th>
        <th>2: # calls</th>
        </tr>
        """);
    sort(time);
    for (Pair pair : pairs) {
      out.write("<tr><td>\n" + String.join(" </td><td>", times(pair, time)) + "\n</td><td>\n");
      out.write(pair.first.calls + "\n</td><td>\n");
      out.write(pair.second.calls + "\n</td></tr>\n");
    }
    out.write("</table>\n");
  }

  private static void htmlRest(Writer out, String title, List<ProfiledMethod> methods)
      throws IOException {
    out.write("<h3>" + title + "</h3>");
    out.write(
        """
        <table class='sortable' id='?'>
        <th>Method</th>
        <th>Exclusive</th>
        <th>Inclusive</th>
        <th># calls</th>
        """);
    for (ProfiledMethod method : methods) {
      out.write("<tr><td>\n" + alone(method, " </td><td>") + "\n</td><td>\n");
    }
  }

  /** Puts what became slower first; equal pairs stay as they were. */
  private void sort(ToLongFunction<ProfiledMethod> time) {
    pairs.sort(Comparator.comparingLong((Pair pair) -> change(pair, time)).reversed());
  }

  /** Methods that took nothing in the first run count as unchanged. */
  private static long change(Pair pair, ToLongFunction<ProfiledMethod> time) {
    long first = time.applyAsLong(pair.first);
    return first == 0 ? 0 : time.applyAsLong(pair.second) - first;
  }

  /** Name, times, what lies between them, and the second as a share of the first. */
  private static List<String> times(Pair pair, ToLongFunction<ProfiledMethod> time) {
    long first = time.applyAsLong(pair.first);
    long second = time.applyAsLong(pair.second);
    return List.of(
        // Escaped in text too, as the original does.
        Xml.markupEscaped(pair.first.shortName()),
        first + "",
        second + "",
        // The original knows no negative numbers.
        Long.toUnsignedString(change(pair, time)),
        first == 0 ? "0.00" : Columns.percent(second, first, 2, 0));
  }

  private static String alone(ProfiledMethod method, String between) {
    return String.join(
        between,
        Xml.markupEscaped(method.shortName()),
        method.allExclusive() + "",
        method.inclusive + "",
        method.calls + "");
  }
}
