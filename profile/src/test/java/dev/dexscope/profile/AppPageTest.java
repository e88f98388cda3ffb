package dev.dexscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apps.AppHeap;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.Natives;
import dev.dexscope.apps.Pace;
import dev.dexscope.apps.Script;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of an app whose second step works longer than the others. */
class AppPageTest {
  private static final String EVENTS =
      """
      PHASE\tMainActivity create\t0\t20000000
      PHASE\trelaunch\t0\t50000000
      PHASE\tListActivity create\t110000000\t30000000
      SLOW_FRAME\tapp.ListActivity\t150000000\t40000000
      STEP\ttap:id/list\t100000000\t100000000
      STEP\tback\t200000000\t300000000
      """;

  @TempDir private Path folder;
  private AppProfile profile;

  @BeforeEach
  void record() throws IOException {
    Path trace = AppProfile.trace(folder);
    try (var out = TraceviewWriter.file(trace, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.method(new Method(4, "app.deep.inside.ListActivity", "onCreate", "()V", "", -1));
      out.method(new Method(8, "", "(Dexscope)~", "", "", -1));
      call(out, 4, 0, 10_000, 0, 10_000);
      call(out, 4, 110_000, 190_000, 10_000, 80_000);
      call(out, 8, 210_000, 450_000, 80_000, 300_000);
    }
    Path events = Files.writeString(folder.resolve("run.tsv"), EVENTS);
    Trace read = TraceReader.open(trace);
    profile =
        AppProfile.of(folder, AppRun.read(events, 0), read, each -> AppProfile.part(read, each));
  }

  private static void call(TraceviewWriter out, int method, int from, int to, int cpu, int cpuTo)
      throws IOException {
    out.record(1, method, TraceviewWriter.ENTER, cpu, from);
    out.record(1, method, TraceviewWriter.EXIT, cpuTo, to);
  }

  private static List<String> names(List<Event> events) {
    return events.stream().map(Event::name).toList();
  }

  private AppRequest request() {
    return new AppRequest(
        List.of(folder.resolve("app.apk")),
        35,
        "",
        "",
        List.of(),
        List.of(),
        Script.EMPTY,
        0,
        Pace.DEFAULT,
        AppHeap.DEFAULT,
        Natives.AUTO,
        "",
        false,
        "",
        "",
        List.of(),
        false,
        List.of(),
        folder);
  }

  @Test
  void theStartEndsWithTheFirstStep() {
    assertThat(names(profile.startPhases())).containsExactly("MainActivity create", "relaunch");
    assertThat(names(profile.during(profile.moments().get(1))))
        .containsExactly("ListActivity create", "app.ListActivity");
  }

  @Test
  void theSlowestStepIsThatWithTheMostWorkWithoutOurOwn() {
    AppProfile.Moment slowest = profile.slowest();

    assertThat(slowest).isNotNull();
    assertThat(slowest.event().name()).isEqualTo("tap:id/list");
    assertThat(slowest.cpu()).isEqualTo(70_000_000);
    assertThat(profile.moments().getLast().methods()).isEmpty();
  }

  @Test
  void thePageOpensOnItAndBreaksNamesBetweenTheirWords() {
    String page = AppPage.of(profile, request());

    assertThat(page.indexOf("The slowest step")).isBetween(0, page.indexOf("Step by step"));
    assertThat(page)
        .contains("<a href=\"slowest.html\">", "dexscope view " + folder)
        .contains(">List<wbr>Activity.<wbr>on<wbr>Create()</code>, 1 call</td>")
        .contains("List<wbr>Activity create 30.0 ms, a slow frame of 40.0 ms")
        .doesNotContain("(Dexscope)", "overflow-wrap: anywhere");
  }
}
