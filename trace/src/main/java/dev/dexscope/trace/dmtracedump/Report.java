package dev.dexscope.trace.dmtracedump;

import dev.dexscope.trace.dmtracedump.Links.Link;
import dev.dexscope.trace.dmtracedump.MethodGroups.Group;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** The report on one trace: methods by exclusive and inclusive time, by class and by name. */
public final class Report {
  private final Style style;
  private final Profile profile;
  private final List<ProfiledMethod> byExclusive;
  private final Writer out;

  private Report(Style style, Profile profile, Writer out) {
    this.style = style;
    this.profile = profile;
    this.byExclusive = profile.byInclusive().stream().sorted(ProfiledMethod.BY_EXCLUSIVE).toList();
    this.out = out;
  }

  /**
   * Writes it as text.
   *
   * @throws IOException if it cannot be written
   */
  public static void writeText(TraceviewRecords records, OutputStream out) throws IOException {
    write(new TextStyle(), records, out);
  }

  /**
   * Writes it as a page.
   *
   * @param sortable the address in front of {@code sortable.js}
   * @throws IOException if it cannot be written
   */
  public static void writeHtml(TraceviewRecords records, String sortable, OutputStream out)
      throws IOException {
    write(new HtmlStyle(sortable), records, out);
  }

  private static void write(Style style, TraceviewRecords records, OutputStream out)
      throws IOException {
    Profile profile = Profile.of(records);
    var writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.ISO_8859_1));
    new Report(style, profile, writer).write();
    writer.flush();
  }

  private void write() throws IOException {
    out.write(style.begin());
    exclusive();
    inclusive();
    byClass();
    byName();
    out.write(style.end());
  }

  private void exclusive() throws IOException {
    out.write(style.section("exclusive"));
    out.write("Total cycles: " + profile.total() + "\n\n" + style.gap());
    out.write("Exclusive elapsed times for each method, not including time spent in\n");
    out.write("children, sorted by exclusive time.\n\n" + style.gap());
    out.write(style.listBegin());
    out.write("    Usecs  self %  sum %  Method\n");
    long sum = 0;
    for (ProfiledMethod method : byExclusive) {
      long time = method.allExclusive();
      if (time == 0) {
        break;
      }
      sum += time;
      out.write(
          Columns.right(time, 9)
              + "  "
              + Columns.percent(time, profile.total(), 2, 6)
              + " "
              + Columns.percent(sum, profile.total(), 2, 6)
              + "  "
              + style.reference(method.index)
              + " "
              + style.text(method.fullName())
              + "\n");
    }
    out.write(style.listEnd());
  }

  private void inclusive() throws IOException {
    out.write(style.section("inclusive"));
    out.write("\nInclusive elapsed times for each method and its parents and children,\n");
    out.write("sorted by inclusive time.\n\n" + style.gap());
    out.write(style.listBegin());
    out.write("index  %/total %/self  index     calls         usecs name\n");
    List<ProfiledMethod> methods = profile.methods();
    List<List<Link>> callers = profile.callers().largestFirst(methods, false);
    List<List<Link>> recursiveCallers = profile.callers().largestFirst(methods, true);
    List<List<Link>> callees = profile.callees().largestFirst(methods, false);
    List<List<Link>> recursiveCallees = profile.callees().largestFirst(methods, true);
    for (ProfiledMethod method : profile.byInclusive()) {
      if (method.inclusive == 0) {
        break;
      }
      out.write(style.anchor(method.index) + "-".repeat(52) + "\n");
      for (Link link : callers.get(method.place)) {
        link(link, Columns.percent(link.time(), method.inclusive, 1, 5) + "%", method.allCalls());
      }
      recursive(recursiveCallers.get(method.place), _ -> method.allCalls());
      out.write(
          Columns.left("[" + method.index + "]", 6)
              + " "
              + Columns.percent(method.inclusive, profile.total(), 1, 5)
              + "%"
              + Columns.right(method.calls, 22)
              + "+"
              + Columns.left(method.recursiveCalls + "", 6)
              + " "
              + Columns.right(method.inclusive, 9)
              + " "
              + style.text(method.fullName())
              + "\n");
      out.write(
          " ".repeat(15)
              + Columns.percent(method.exclusive, method.inclusive, 1, 5)
              + "%   excl"
              + " ".repeat(15)
              + Columns.right(method.exclusive, 9)
              + "\n");
      for (Link link : callees.get(method.place)) {
        link(
            link,
            Columns.percent(link.time(), method.inclusive, 1, 5) + "%",
            link.other().allCalls());
      }
      recursive(recursiveCallees.get(method.place), link -> link.other().allCalls());
    }
    out.write(style.listEnd());
  }

  private void recursive(List<Link> links, Function<Link, Integer> ofCalls) throws IOException {
    if (links.isEmpty()) {
      return;
    }
    out.write(" ".repeat(15) + "+".repeat(25) + "\n");
    for (Link link : links) {
      link(link, " ".repeat(6), ofCalls.apply(link));
    }
  }

  private void link(Link link, String share, int ofCalls) throws IOException {
    int index = link.other().index;
    out.write(
        " ".repeat(15)
            + share
            + Columns.padding("[" + index + "]", 7)
            + style.reference(index)
            + Columns.right(link.calls(), 7)
            + "/"
            + Columns.left(ofCalls + "", 6)
            + " "
            + Columns.right(link.time(), 9)
            + " "
            + style.text(link.other().fullName())
            + "\n");
  }

  private void byClass() throws IOException {
    out.write(style.section("class"));
    out.write("\nExclusive elapsed time for each class, summed over all the methods\n");
    out.write("in the class.\n\n" + style.gap());
    out.write(style.groupHeads("Class"));
    groups("d", MethodGroups.byClass(profile.methods()), method -> method.name);
  }

  private void byName() throws IOException {
    out.write(style.section("method"));
    out.write("\nExclusive elapsed time for each method, summed over all the classes\n");
    out.write("that contain a method with the same name.\n\n" + style.gap());
    out.write(style.groupHeads("Method"));
    groups(
        "e",
        MethodGroups.byName(profile.methods()),
        method -> method.className + "." + method.name);
  }

  private void groups(
      String section, List<Group> groups, Function<ProfiledMethod, String> memberName)
      throws IOException {
    long sum = 0;
    int number = 0;
    for (Group group : groups) {
      if (group.exclusive() == 0) {
        break;
      }
      sum += group.exclusive();
      group(section + number++, group, sum, memberName);
    }
  }

  private void group(String id, Group group, long sum, Function<ProfiledMethod, String> memberName)
      throws IOException {
    int calls = 0;
    int recursiveCalls = 0;
    for (ProfiledMethod method : group.methods()) {
      calls += method.calls;
      recursiveCalls += method.recursiveCalls;
    }
    String[] columns = {
      Columns.right(group.exclusive(), 9),
      Columns.percent(group.exclusive(), profile.total(), 1, 7),
      Columns.percent(sum, profile.total(), 1, 7),
      calls(calls, recursiveCalls)
    };
    out.write(style.groupBegin(id, columns, style.text(group.name())));
    long memberSum = 0;
    for (ProfiledMethod method : group.methods()) {
      memberSum += method.allExclusive();
      String line =
          String.join(
              " ",
              Columns.right(method.allExclusive(), 9),
              Columns.right(method.inclusive, 9),
              Columns.percent(method.allExclusive(), group.exclusive(), 1, 7),
              Columns.percent(memberSum, group.exclusive(), 1, 7),
              calls(method.calls, method.recursiveCalls));
      out.write(
          style.member(
              line,
              method.index,
              style.text(memberName.apply(method)),
              style.text(method.signature)));
    }
    out.write(style.groupEnd());
  }

  private static String calls(int calls, int recursiveCalls) {
    return Columns.right(calls, 6) + "+" + Columns.left(recursiveCalls + "", 6);
  }
}
