package dev.dexscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.observe.recording.Recorded;
import dev.dexscope.observe.recording.Recorded.RecordedThread;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampledRunTest {
  @TempDir Path folder;

  private Recorded read(String stacks, long interval) throws IOException {
    Trace trace = TraceReader.open(Files.writeString(folder.resolve("a.collapsed"), stacks));
    return SampledRun.read(trace, Set.of("app.Main"), interval);
  }

  private static List<String> names(Recorded run, int sample) {
    return run.samples().get(sample).stack().frames().stream()
        .map(each -> each.kind() + " " + each.method().name())
        .toList();
  }

  @Test
  void aPathHasAsManySamplesAsIntervals() throws IOException {
    Recorded run =
        read("main;app.Main.main;app.Main.work 3\nmain;app.Main.main;java.util.List.of 2\n", 1);
    long nanos = run.threads().stream().mapToLong(RecordedThread::cpu).sum();
    assertThat(run.samples()).hasSize((int) nanos);
    assertThat(names(run, 0)).containsExactly("PROGRAM main", "PROGRAM work");
    assertThat(names(run, run.samples().size() - 1))
        .containsExactly("PROGRAM main", "PLATFORM of" + Method.SAMPLED);
  }

  @Test
  void shortPathsTogetherHaveTheirTime() throws IOException {
    String many =
        IntStream.range(0, 10)
            .mapToObj(each -> "main;app.Main.main;app.Main.m" + each + " 1\n")
            .collect(Collectors.joining());
    Recorded run = read(many, 5);
    long nanos = run.threads().stream().mapToLong(RecordedThread::cpu).sum();
    assertThat(run.samples()).hasSize((int) (nanos / 5));
  }

  @Test
  void aThreadWithoutCodeOfTheProgramIsNotOfTheRun() throws IOException {
    Recorded run = read("daemon;java.lang.Daemons.run;java.lang.Object.wait 7\n", 1);
    assertThat(List.<Collection<?>>of(run.threads(), run.samples())).allMatch(Collection::isEmpty);
  }
}
