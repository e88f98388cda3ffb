package dev.dexscope.observe.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Sample;
import dev.dexscope.observe.recording.Recorded.Source;
import dev.dexscope.observe.recording.Recorded.Stack;
import dev.dexscope.observe.recording.Recorded.Wait;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Observed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Waits without events, from looks at threads in native code. */
class BlockedCallsTest {
  private static final Stack MAIN = stack(frame(Recorded.Kind.PROGRAM, "app.Main", "main"));
  private static final Stack ACCEPT =
      stack(
          frame(Recorded.Kind.PROGRAM, "app.Main", "main"),
          frame(Recorded.Kind.PLATFORM, "java.net.ServerSocket", "accept~"),
          frame(Recorded.Kind.PLATFORM, "sun.nio.ch.Net", "accept~"));

  private static Frame frame(Recorded.Kind kind, String type, String name) {
    return new Frame(kind, new Method(0, type, name, "()V", "", -1), -1);
  }

  private static Stack stack(Frame... frames) {
    return new Stack(List.of(frames), true, false);
  }

  private static Sample sample(long thread, long time, Source source, Stack stack) {
    return new Sample(thread, time, source, stack);
  }

  @Test
  void aWaitLastsFromTheLastMomentElsewhereToTheNext() {
    List<Wait> waits =
        BlockedCalls.of(
            List.of(
                sample(1, 10, Source.CPU, MAIN),
                sample(1, 30, Source.NATIVE, ACCEPT),
                sample(1, 50, Source.NATIVE, ACCEPT),
                sample(1, 90, Source.JAVA, MAIN),
                sample(1, 120, Source.NATIVE, ACCEPT),
                sample(2, 40, Source.NATIVE, MAIN)),
            List.of(new Wait(1, 95, 110, Observed.Kind.SLEEP, "", -1, MAIN)),
            Map.of(1L, 200L, 2L, 200L));
    assertThat(waits)
        .extracting(each -> each.thread() + " " + each.begin() + " " + each.end())
        .containsExactly("1 10 90", "1 110 200");
    assertThat(waits.getFirst().kind()).isEqualTo(Observed.Kind.SOCKET);
  }

  @Test
  void oneCallAfterTheOtherIsTwoWaits() {
    Stack select =
        stack(
            frame(Recorded.Kind.PROGRAM, "app.Main", "main"),
            frame(Recorded.Kind.PLATFORM, "sun.nio.ch.EPoll", "wait~"));
    List<Wait> waits =
        BlockedCalls.of(
            List.of(
                sample(1, 10, Source.CPU, MAIN),
                sample(1, 20, Source.NATIVE, ACCEPT),
                sample(1, 40, Source.NATIVE, ACCEPT),
                sample(1, 60, Source.NATIVE, select),
                sample(1, 80, Source.NATIVE, select)),
            List.of(),
            Map.of(1L, 100L));
    assertThat(waits)
        .extracting(each -> each.stack().frames().size() + " " + each.begin() + " " + each.end())
        .containsExactly("3 10 50", "2 50 100");
  }

  @Test
  void whatTheJvmReportsIsNotFoundAgain() {
    List<Wait> waits =
        BlockedCalls.of(
            List.of(sample(1, 30, Source.NATIVE, ACCEPT)),
            List.of(new Wait(1, 20, 60, Observed.Kind.SOCKET, "", -1, ACCEPT)),
            Map.of(1L, 100L));
    assertThat(waits).isEmpty();
  }
}
