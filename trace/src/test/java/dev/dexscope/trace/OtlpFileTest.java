package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenTelemetry's profiles, in both of their forms. */
class OtlpFileTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir Path folder;

  /** Texts by their numbers: a test names a text where a profile has a number. */
  private static final String[] TEXTS = {
    "",
    "cpu",
    "nanoseconds",
    "samples",
    "count",
    "app.Main.main",
    "app.Main.draw",
    "Main.kt",
    "thread.name",
    "main",
    "worker",
    "alloc_space",
    "bytes",
    "app.Main.inlined",
    "libc.so",
    "thread.id"
  };

  private static long text(String text) {
    return Arrays.asList(TEXTS).indexOf(text);
  }

  private static ProtoWriter type(String name, String unit) {
    return new ProtoWriter().number(1, text(name)).number(2, text(unit));
  }

  private static ProtoWriter line(int function, int line) {
    return new ProtoWriter().message(3, new ProtoWriter().number(1, function).number(2, line));
  }

  /** Stack 1 is main; 2 is draw and what is inlined into it, by main; 3 an address, by main. */
  private static ProtoWriter dictionary() {
    var out = new ProtoWriter();
    out.message(1, new ProtoWriter());
    out.message(1, new ProtoWriter().number(4, text("libc.so")));
    out.message(2, new ProtoWriter());
    out.message(2, line(1, 10));
    out.message(
        2,
        new ProtoWriter()
            .message(3, new ProtoWriter().number(1, 3).number(2, 31))
            .message(3, new ProtoWriter().number(1, 2).number(2, 21)));
    out.message(2, new ProtoWriter().number(1, 1).number(2, 0x1234));
    out.message(3, new ProtoWriter());
    for (String each : new String[] {"app.Main.main", "app.Main.draw", "app.Main.inlined"}) {
      out.message(3, new ProtoWriter().number(1, text(each)).number(3, text("Main.kt")));
    }
    for (String each : TEXTS) {
      out.text(5, each);
    }
    out.message(6, new ProtoWriter());
    for (String each : new String[] {"main", "worker"}) {
      out.message(
          6,
          new ProtoWriter()
              .number(1, text("thread.name"))
              .message(2, new ProtoWriter().text(1, each)));
    }
    out.message(7, new ProtoWriter());
    out.message(7, new ProtoWriter().number(1, 1));
    out.message(7, new ProtoWriter().number(1, 2).number(1, 1));
    out.message(7, new ProtoWriter().number(1, 3).number(1, 1));
    return out;
  }

  private static ProtoWriter sample(int stack, int thread, long... values) {
    var sample = new ProtoWriter().number(1, stack).number(2, thread);
    for (long each : values) {
      sample.number(4, each);
    }
    return sample;
  }

  private static ProtoWriter resource(String service, ProtoWriter... profiles) {
    var scope = new ProtoWriter();
    for (ProtoWriter each : profiles) {
      scope.message(2, each);
    }
    ProtoWriter attribute =
        new ProtoWriter().text(1, "service.name").message(2, new ProtoWriter().text(1, service));
    return new ProtoWriter().message(1, new ProtoWriter().message(1, attribute)).message(2, scope);
  }

  private static ProtoWriter cpu(ProtoWriter... samples) {
    var profile =
        new ProtoWriter()
            .message(1, type("samples", "count"))
            .fixed64(3, SECOND)
            .message(5, type("cpu", "nanoseconds"))
            .number(6, 10_000_000);
    for (ProtoWriter each : samples) {
      profile.message(2, each);
    }
    return profile;
  }

  private Trace read(ProtoWriter message, String event) throws IOException {
    return read(message.toBytes(), event);
  }

  private Trace read(byte[] bytes, String event) throws IOException {
    Path file = Files.write(folder.resolve("profiles.otlp"), bytes);
    return TraceReader.open(file, TraceOptions.PLAIN.withEvent(event));
  }

  private static Map<String, Long> exclusive(Trace trace) {
    Map<String, Long> times = new TreeMap<>();
    FlatProfile.of(View.of(trace, Filter.ALL), Grouping.METHOD)
        .forEach(each ->
            times.put(
                each.name(),
                trace.info().clock().hasWall() ? each.exclusiveWall() : each.exclusiveCpu()));
    times.values().removeIf(each -> each == 0);
    return times;
  }

  @Test
  void countsOfSamplesAreTimesIfTheirPeriodIs() throws IOException {
    var message =
        new ProtoWriter()
            .message(2, dictionary())
            .message(
                1, resource("org.example", cpu(sample(1, 1, 2), sample(2, 1, 3), sample(3, 2, 1))));

    Trace trace = read(message, "");

    assertThat(trace.info().format()).isEqualTo("OTLP profiles");
    assertThat(trace.info().clock()).isEqualTo(Clock.THREAD_CPU);
    assertThat(trace.info().startMicros()).isEqualTo(1_000_000);
    assertThat(trace.info().weights()).isEmpty();
    assertThat(trace.info().keys()).containsEntry("app", "org.example");
    assertThat(trace.threads()).extracting(TraceThread::name).containsExactly("main", "worker");
    assertThat(exclusive(trace))
        .containsOnly(
            Map.entry("app.Main.main", 20_000_000L),
            Map.entry("app.Main.inlined", 30_000_000L),
            Map.entry("libc.so.+0x1234", 10_000_000L));
  }

  @Test
  void samplesStandAtTheirTimes() throws IOException {
    ProtoWriter sample =
        sample(1, 1)
            .fixed64(5, 5 * SECOND)
            .fixed64(5, 5 * SECOND + 10_000_000)
            .fixed64(5, 7 * SECOND);

    Trace trace =
        read(new ProtoWriter().message(1, resource("a", cpu(sample))).message(2, dictionary()), "");

    assertThat(trace.threads().getFirst().tree().calls(1)).isEqualTo(2);
    assertThat(trace.info().elapsedNanos()).isEqualTo(2 * SECOND + 10_000_000);
  }

  @Test
  void aKindIsChosenByItsType() throws IOException {
    var allocations = new ProtoWriter().message(1, type("alloc_space", "bytes"));
    allocations.message(2, sample(1, 1, 4096));
    var message =
        new ProtoWriter()
            .message(1, resource("a", allocations, cpu(sample(2, 1, 1))))
            .message(2, dictionary());

    assertThat(read(message, "").info().keys())
        .containsEntry("event", "cpu")
        .containsEntry("other-events", "alloc_space");
    Trace other = read(message, "alloc_space");
    assertThat(other.info().weights()).isEqualTo("bytes");
    assertThat(exclusive(other)).containsOnly(Map.entry("app.Main.main", 4096L));
    assertThatThrownBy(() -> read(message, "lock"))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageContaining("alloc_space, cpu");
  }

  @Test
  void threadsOfSeveralServicesAreTold() throws IOException {
    Trace trace =
        read(
            new ProtoWriter()
                .message(1, resource("shop", cpu(sample(1, 1, 1))))
                .message(1, resource("till", cpu(sample(1, 1, 1))))
                .message(2, dictionary()),
            "");

    assertThat(trace.threads())
        .extracting(TraceThread::name)
        .containsExactlyInAnyOrder("shop/main", "till/main");
    assertThat(trace.info().keys()).doesNotContainKey("app");
  }

  private static final String JSON =
      """
      {"resourceProfiles": [{"resource": {"attributes": [
           {"key": "service.name", "value": {"stringValue": "org.example"}}], "schemaUrl": null},
        "scopeProfiles": [{"profiles": [{
          "sampleType": {"typeStrindex": 1, "unit_strindex": 2}, "timeUnixNano": "1000000000",
          "profileId": "00ff",
          "samples": [{"stackIndex": 1, "attributeIndices": [1], "values": ["7", 8],
            "timestampsUnixNano": ["1000000010", 1000000020]}]}]}]}],
       "dictionary": {
         "stringTable": ["", "cpu", "ns", "app.Main.main", "thread.name"],
         "attributeTable": [{}, {"keyStrindex": 4, "value": {"stringValue": "main"}}],
         "locationTable": [{}, {"lines": [{"functionIndex": 1, "line": "3"}]}],
         "functionTable": [{}, {"nameStrindex": 3}],
         "stackTable": [{}, {"locationIndices": [1]}]}}
      """;

  @Test
  void jsonHasTheSame() throws IOException {
    Trace trace = read(JSON.getBytes(StandardCharsets.UTF_8), "");

    assertThat(trace.info().format()).isEqualTo("OTLP profiles");
    assertThat(trace.info().keys()).containsEntry("app", "org.example");
    assertThat(trace.threads()).extracting(TraceThread::name).containsExactly("main");
    assertThat(exclusive(trace)).containsOnly(Map.entry("app.Main.main", 15L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"stackIndex\": 1/\"stackIndex\": 99",
        "\"functionIndex\": 1/\"functionIndex\": -1",
        "\"locationIndices\": [1]/\"locationIndices\": [77]",
        "\"attributeIndices\": [1]/\"attributeIndices\": [5]",
        "\"keyStrindex\": 4/\"keyStrindex\": 40",
        "[\"7\", 8]/[7, 8, 9]",
        "[\"7\", 8]/[7, -8]",
        "[\"7\", 8]/[7, 4611686018427387904]",
        "[\"7\", 8]/[7, \"x\"]",
        "[\"7\", 8]/[7, [8]]",
        "{\"stackIndex\"/{{\"stackIndex\"",
      })
  void whatDoesNotFitIsRefused(String change) {
    String[] parts = change.split("/", 2);
    assertThat(JSON).contains(parts[0]);
    byte[] bytes = JSON.replace(parts[0], parts[1]).getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> read(bytes, "")).isInstanceOf(TraceFormatException.class);
  }

  /** One location of many calls in one stack many times would be more calls than any memory. */
  @Test
  void aStackHasABound() {
    var location = new ProtoWriter();
    var stack = new ProtoWriter();
    for (int i = 0; i < 1000; i++) {
      location.message(3, new ProtoWriter().number(1, 0));
      stack.number(1, 1);
    }
    ProtoWriter tables =
        new ProtoWriter()
            .message(2, new ProtoWriter())
            .message(2, location)
            .message(7, new ProtoWriter())
            .message(7, stack);
    var profile = new ProtoWriter().message(2, new ProtoWriter().number(1, 1).number(4, 1));
    var message = new ProtoWriter().message(1, resource("a", profile)).message(2, tables);

    assertThatThrownBy(() -> read(message, ""))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("more than 65536 calls");
  }
}
