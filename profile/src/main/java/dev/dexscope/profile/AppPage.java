package dev.dexscope.profile;

import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.Frame;
import dev.dexscope.apps.FrameFigures;
import dev.dexscope.base.text.Xml;
import dev.dexscope.profile.AppProfile.Moment;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Timing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** An app's run as a page: its start, its steps with pictures of the screen, its slow frames. */
final class AppPage {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --line: #8884; --bar: #d9642c; --dim: #8889; --card: #8881; }
      body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
      h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
      .note { opacity: .75; }
      table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; }
      td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
      .bar { background: var(--bar); height: .7rem; min-width: 1px; display: block; }
      .strip { display: flex; gap: 1rem; overflow-x: auto; padding-bottom: 1rem; }
      .step { flex: 0 0 15rem; min-width: 0; border-top: 3px solid var(--bar); padding-top: .4rem; }
      .step img { width: 100%; border: 1px solid var(--line); display: block; margin-top: .4rem; }
      .step.slowest { border-top-width: 6px; }
      b, li { overflow-wrap: break-word; } ul { margin: .3rem 0; padding-left: 1.1rem; } code { font-size: .85em; }
      .answer { display: flex; gap: 2rem; align-items: flex-start; padding: 1rem 1.2rem; background: var(--card); border-left: 6px solid var(--bar); }
      .answer > div { flex: 1; min-width: 0; } .answer img { flex: none; width: 12rem; border: 1px solid var(--line); }
      .answer .title { margin: 0 0 .6rem; font-size: 1.25rem; } .answer p { margin: .6rem 0 0; }
      td.cause { width: 12rem; }
      .shares { display: flex; height: 1.6rem; margin: .5rem 0; } .shares span { overflow: hidden; padding: .1rem .4rem; color: #111; }
      """;

  /** After these, a name may go on in another line. */
  private static final Pattern WORD_END = Pattern.compile("[.$(,:/](?=\\p{L})|[a-z](?=[A-Z])");

  private final AppProfile profile;
  private final AppRequest request;
  private final StringBuilder out = new StringBuilder();

  private AppPage(AppProfile profile, AppRequest request) {
    this.profile = profile;
    this.request = request;
  }

  static String of(AppProfile profile, AppRequest request) {
    var page = new AppPage(profile, request);
    page.write();
    return page.out.toString();
  }

  private void write() {
    String name = Xml.escaped(request.packages().getFirst().getFileName().toString());
    out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    out.append("<meta name=\"viewport\" content=\"width=device-width\"><title>");
    out.append(name).append("</title>\n<style>\n").append(STYLE).append("</style></head><body>\n");
    out.append("<h1>").append(name).append("</h1>\n<p class=\"note\">API level ");
    out.append(request.level()).append(", on a laptop's CPU. ");
    out.append(
        request.isRealTime()
            ? "Waiting took its time."
            : "Virtual time: where the app only waits, time went on at once; times below are work.");
    out.append(" Methods with ~ are the framework's, seen by samples: estimates.");
    out.append(
        "</p>\n<p><a href=\"flame.html\">Flame graph of CPU time</a> &middot; timeline, tables and");
    out.append(" screens: <code>dexscope view ")
        .append(Xml.escaped(trace()))
        .append("</code></p>\n");
    slowest();
    moments();
    start();
    frames();
    shares();
    absent();
    out.append("</body></html>\n");
  }

  private String trace() {
    return AppProfile.trace(request.folder()).toString();
  }

  /** The step with the most work, and what it was spent on: what one looks for. */
  private void slowest() {
    Moment slowest = profile.slowest();
    if (slowest == null) {
      return;
    }
    out.append("<h2>The slowest step</h2>\n<div class=\"answer\"><div>\n<p class=\"title\"><b>");
    out.append(breakable(slowest.event().name())).append("</b> &nbsp;CPU ");
    out.append(millis(slowest.cpu())).append(" in ").append(millis(slowest.event().duration()));
    out.append("</p>\n<table>\n");
    for (Cost each : slowest.causes()) {
      double share = 100.0 * each.exclusiveCpu() / Math.max(1, slowest.cpu());
      out.append(
          String.format(
              Locale.ROOT,
              "<tr><td class=\"n\">%.0f %%</td><td class=\"n\">%s</td><td class=\"cause\">"
                  + "<span class=\"bar\" style=\"width:%.1f%%\"></span></td><td>",
              share,
              millis(each.exclusiveCpu()),
              share));
      method(each.name());
      if (each.calls() > 0) {
        String word = each.calls() == 1 ? "call" : "calls";
        out.append(String.format(Locale.ROOT, ", %,d %s", each.calls(), word));
      }
      out.append("</td></tr>\n");
    }
    out.append(
        "</table>\n<p class=\"note\">Methods of the app, with what the platform did for them.</p>\n");
    parts(slowest);
    slowest.findings().forEach(each -> paragraph(each.text()));
    out.append("<p><a href=\"").append(profile.slowestFlame().getFileName());
    out.append("\">Flame graph of this step</a></p>\n</div>");
    picture(profile.moments().indexOf(slowest));
    out.append("</div>\n");
  }

  private void paragraph(String text) {
    out.append("<p>").append(breakable(text)).append("</p>\n");
  }

  /** Adds other facts of a step: the states of activities that it begins, its slow frames. */
  private void parts(Moment moment) {
    List<String> words = new ArrayList<>();
    long frames = 0;
    long longest = 0;
    for (Event each : profile.during(moment)) {
      if (each.kind() == Kind.SLOW_FRAME) {
        frames++;
        longest = Math.max(longest, each.duration());
      } else {
        words.add(each.name() + " " + millis(each.duration()));
      }
    }
    if (frames > 0) {
      words.add(
          (frames == 1 ? "a slow frame of " : frames + " slow frames, the longest ")
              + millis(longest));
    }
    if (!words.isEmpty()) {
      paragraph(String.join(", ", words));
    }
  }

  private void picture(int moment) {
    Path picture = request.picture(moment);
    if (Files.exists(picture)) {
      out.append("<img alt=\"the screen after it\" loading=\"lazy\" src=\"screens/");
      out.append(picture.getFileName()).append("\">");
    }
  }

  /** A method without its packages, which are in its tooltip. */
  private void method(String name) {
    String whole = ReadableName.of(name);
    int open = whole.indexOf('(');
    String qualified = open <= 0 ? whole : whole.substring(0, open);
    int type = qualified.lastIndexOf('.', qualified.lastIndexOf('.') - 1);
    out.append("<code title=\"").append(Xml.escaped(whole)).append("\">");
    out.append(breakable(whole.substring(type + 1))).append("</code>");
  }

  /** A text that is broken between words of names, not inside of them. */
  private static String breakable(String text) {
    return Xml.escaped(WORD_END.matcher(text).replaceAll("$0\u200b")).replace("\u200b", "<wbr>");
  }

  private void shares() {
    CodeShares shares = profile.shares();
    long total = Math.max(1, shares.total());
    out.append("<h2>Whose code</h2>\n<div class=\"shares\">");
    share("app", "#f0a05a", shares.app(), total);
    share("libraries", "#b79ae0", shares.libraries(), total);
    share("framework", "#7cc3b5", shares.framework(), total);
    share("Dexscope", "#b9b9b9", shares.own(), total);
    out.append("</div>\n");
  }

  private void share(String name, String colour, long part, long total) {
    double percent = 100.0 * part / total;
    if (percent < 1) {
      return;
    }
    out.append(
        String.format(
            Locale.ROOT,
            "<span style=\"background:%s;width:%.2f%%\" title=\"%s %.1f ms CPU\">%s %.0f %%</span>",
            colour,
            percent,
            name,
            part / 1e6,
            name,
            percent));
  }

  private void start() {
    List<Event> phases = profile.startPhases();
    if (phases.isEmpty()) {
      return;
    }
    long end = 1;
    for (Event each : phases) {
      end = Math.max(end, each.start() + each.duration());
    }
    out.append("<h2>Start</h2>\n<table>\n");
    for (Event each : phases) {
      out.append("<tr><td>").append(Xml.escaped(each.name())).append("</td><td class=\"n\">");
      out.append(millis(each.duration())).append("</td><td style=\"width:30rem\">");
      out.append(
          String.format(
              Locale.ROOT,
              "<span class=\"bar\" style=\"margin-left:%.2f%%;width:%.2f%%\"></span>",
              100.0 * Math.max(0, each.start()) / end,
              100.0 * each.duration() / end));
      out.append("</td></tr>\n");
    }
    out.append("</table>\n");
  }

  private void moments() {
    out.append("<h2>Step by step</h2>\n<div class=\"strip\">\n");
    List<Moment> moments = profile.moments();
    for (int i = 0; i < moments.size(); i++) {
      Moment moment = moments.get(i);
      out.append("<div class=\"step");
      out.append(moment.equals(profile.slowest()) ? " slowest\"><b>" : "\"><b>");
      out.append(breakable(moment.event().name())).append("</b><br>CPU ");
      out.append(millis(moment.cpu())).append(" in ").append(millis(moment.event().duration()));
      methods(moment);
      moment.findings().forEach(each -> paragraph(each.text()));
      picture(i);
      out.append("</div>\n");
    }
    out.append("</div>\n");
  }

  private void methods(Moment moment) {
    out.append("<ul>");
    for (Cost each : moment.methods()) {
      out.append("<li>").append(millis(each.exclusive(Timing.CPU))).append(" ");
      method(each.name());
      out.append("</li>");
    }
    out.append("</ul>");
  }

  private void frames() {
    figures();
    List<Moment> frames = profile.slowFrames();
    out.append(
        String.format(
            Locale.ROOT,
            "<h2>Frames of more than %.1f ms</h2>%n",
            1000.0 / request.pace().framesPerSecond()));
    if (frames.isEmpty()) {
      out.append("<p>None.</p>\n");
      return;
    }
    int all = profile.run().recorded(Kind.SLOW_FRAME).size();
    if (all > frames.size()) {
      out.append("<p>The slowest " + frames.size() + " of " + all + ".</p>\n");
    }
    out.append(
        "<table><tr><th>at</th><th>took</th><th>activity</th><th>running methods</th></tr>\n");
    for (Moment each : frames) {
      out.append("<tr><td class=\"n\">").append(millis(each.event().start()));
      out.append("</td><td class=\"n\">").append(millis(each.event().duration()));
      String activity = each.event().name();
      out.append("</td><td title=\"").append(Xml.escaped(activity)).append("\">");
      out.append(breakable(activity.substring(activity.lastIndexOf('.') + 1))).append("</td><td>");
      methods(each);
      out.append("</td></tr>\n");
    }
    out.append("</table>\n");
  }

  private void figures() {
    List<Frame> frames = profile.run().frames();
    if (frames.isEmpty()) {
      return;
    }
    FrameFigures figures = FrameFigures.of(frames);
    out.append("<h2>Frames</h2>\n<p>").append(figures.count());
    out.append(
        " frames were drawn. The main thread's CPU time in a frame, from the input to the end of");
    out.append(
        " the drawing:</p>\n<table><tr><th>half of them at most</th><th>90 %</th><th>95 %</th>");
    out.append(
        "<th>99 %</th><th>input</th><th>animation</th><th>layout</th><th>drawing</th></tr>\n<tr>");
    for (int percent : new int[] {50, 90, 95, 99}) {
      cell(Math.round(figures.percentile(percent)));
    }
    cell(frames.stream().mapToLong(Frame::input).sum());
    cell(frames.stream().mapToLong(Frame::animation).sum());
    cell(frames.stream().mapToLong(Frame::layout).sum());
    cell(frames.stream().mapToLong(Frame::draw).sum());
    out.append("</tr></table>\n<p class=\"note\">The last four are sums over all frames.</p>\n");
  }

  private void cell(long nanos) {
    out.append("<td class=\"n\">").append(millis(nanos)).append("</td>");
  }

  private void absent() {
    List<Event> events = profile.run().of(Kind.ABSENT);
    List<Event> natives = profile.run().of(Kind.NATIVE);
    if (events.isEmpty() && natives.isEmpty()) {
      return;
    }
    out.append("<h2>Not here</h2>\n<ul>\n");
    for (Event each : events) {
      out.append("<li>").append(Xml.escaped(each.name())).append("</li>\n");
    }
    for (Event each : natives) {
      out.append("<li>native: <code>").append(Xml.escaped(each.name())).append("</code></li>\n");
    }
    out.append("</ul>\n");
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%,.1f ms", nanos / 1e6);
  }
}
