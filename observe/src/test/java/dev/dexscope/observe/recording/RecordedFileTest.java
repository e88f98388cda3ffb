package dev.dexscope.observe.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.observe.recording.Recorded.Allocation;
import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Kind;
import dev.dexscope.observe.recording.Recorded.RecordedThread;
import dev.dexscope.observe.recording.Recorded.Sample;
import dev.dexscope.observe.recording.Recorded.Source;
import dev.dexscope.observe.recording.Recorded.Span;
import dev.dexscope.observe.recording.Recorded.Stack;
import dev.dexscope.observe.recording.Recorded.Thrown;
import dev.dexscope.observe.recording.Recorded.Wait;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What is written of a recording is read back; what is damaged is refused. */
class RecordedFileTest {
  private static <T> T any(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  private static Stack stack(Random random) {
    List<Frame> frames =
        Stream.generate(
                () -> {
                  Kind kind = any(List.of(Kind.values()), random);
                  var method = new Method(0, "p.C" + random.nextInt(5), "m", "()V", "C.java", 3);
                  return new Frame(kind, method, random.nextInt(9) - 1);
                })
            .limit(random.nextInt(6))
            .toList();
    return new Stack(frames, random.nextBoolean(), random.nextBoolean());
  }

  private static Recorded recorded(Random random) {
    List<RecordedThread> threads = new ArrayList<>();
    List<Sample> samples = new ArrayList<>();
    List<Wait> waits = new ArrayList<>();
    List<Span> pauses = new ArrayList<>();
    List<Allocation> allocations = new ArrayList<>();
    List<Thrown> thrown = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      threads.add(
          new RecordedThread(i, "thread \u00e4" + i, -1, random.nextInt(9), i, random.nextLong()));
      Source source = any(List.of(Source.values()), random);
      samples.add(new Sample(i, random.nextLong(), source, stack(random)));
      Observed.Kind kind = any(List.of(Observed.Kind.values()), random);
      waits.add(new Wait(i, 3, random.nextLong(), kind, "a lock", -1, stack(random)));
      pauses.add(new Span(i, random.nextLong()));
      allocations.add(new Allocation(i, "byte[]", random.nextLong(), stack(random)));
      thrown.add(new Thrown("p.Error", random.nextDouble(), stack(random)));
    }
    return new Recorded(
        random.nextLong(), threads, samples, waits, pauses, pauses, allocations, thrown, 7);
  }

  @Property(tries = 100)
  void whatIsWrittenIsReadBack(@ForAll long seed) throws IOException {
    Path file = Files.createTempFile("recorded", "");
    try {
      Recorded recorded = recorded(new Random(seed));
      RecordedFile.write(recorded, file);
      assertThat(RecordedFile.read(file)).isEqualTo(recorded);
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 100)
  void whatIsCutOffIsRefused(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    Path file = Files.createTempFile("recorded", "");
    try {
      RecordedFile.write(recorded(random), file);
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      assertThatThrownBy(() -> RecordedFile.read(file)).isInstanceOf(TraceFormatException.class);
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 300)
  void anyBytesAreReadOrRefused(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    Path file = Files.createTempFile("recorded", "");
    try {
      RecordedFile.write(recorded(random), file);
      byte[] bytes = Files.readAllBytes(file);
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[4 + random.nextInt(bytes.length - 4)] = (byte) random.nextInt();
      }
      Files.write(file, bytes);
      try {
        assertThat(RecordedFile.read(file)).isNotNull();
      } catch (TraceFormatException e) {
        assertThat(e.file()).isEqualTo(file.toString());
      }
    } finally {
      Files.delete(file);
    }
  }
}
