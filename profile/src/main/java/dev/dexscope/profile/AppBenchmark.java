package dev.dexscope.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.Frame;
import dev.dexscope.apps.FrameFigures;
import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The figures of an app's runs under the names, and in the JSON, of Jetpack Macrobenchmark: the
 * start as single figures, the frames as samples.
 *
 * @param name of the benchmark
 * @param runs the recorded ones
 * @param framesPerSecond of the screen
 * @param warmups before each run
 */
public record AppBenchmark(String name, List<AppRun> runs, int framesPerSecond, int warmups) {
  private static final String FILE = "benchmarkData.json";
  private static final int[] PERCENTS = {50, 90, 95, 99};

  /** Returns its file in the folder of a profile. */
  public static Path file(Path folder) {
    return folder.resolve(FILE);
  }

  /**
   * Writes the file.
   *
   * @throws IOException if an I/O error occurs
   */
  public void write(Path folder) throws IOException {
    OutputFile.write(
        file(folder),
        out -> {
          try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.useDefaultPrettyPrinter();
            write(json);
          }
        });
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("benchmarks");
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("className", "dexscope profile");
    long total =
        runs.stream().flatMap(each -> each.moments().stream()).mapToLong(Event::duration).sum();
    json.writeNumberField("totalRunTimeNs", total);
    json.writeObjectFieldStart("metrics");
    single(json, "timeToInitialDisplayMs", AppRun::timeToInitialDisplay);
    single(json, "timeToFullDisplayMs", AppRun::timeToFullDisplay);
    json.writeEndObject();
    json.writeObjectFieldStart("sampledMetrics");
    if (runs.stream().anyMatch(each -> !each.frames().isEmpty())) {
      sampled(json, "frameDurationCpuMs", 0);
      sampled(json, "frameOverrunMs", 1e9 / framesPerSecond);
    }
    json.writeEndObject();
    json.writeNumberField("warmupIterations", warmups);
    json.writeNumberField("repeatIterations", runs.size());
    json.writeNumberField("thermalThrottleSleepSeconds", 0);
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  /** A figure of each run that has it. */
  private void single(JsonGenerator json, String metric, Function<AppRun, OptionalLong> of)
      throws IOException {
    long[] nanos =
        runs.stream()
            .map(of)
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .toArray();
    if (nanos.length == 0) {
      return;
    }
    FrameFigures sorted = FrameFigures.of(nanos);
    json.writeObjectFieldStart(metric);
    json.writeNumberField("minimum", sorted.percentile(0) / 1e6);
    json.writeNumberField("maximum", sorted.percentile(100) / 1e6);
    json.writeNumberField("median", sorted.percentile(50) / 1e6);
    json.writeArrayFieldStart("runs");
    for (long each : nanos) {
      json.writeNumber(each / 1e6);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /**
   * A figure of each frame.
   *
   * @param budget the time that is taken off, in nanoseconds
   */
  private void sampled(JsonGenerator json, String metric, double budget) throws IOException {
    FrameFigures all =
        FrameFigures.of(runs.stream().flatMap(each -> each.frames().stream()).toList());
    json.writeObjectFieldStart(metric);
    for (int percent : PERCENTS) {
      json.writeNumberField("P" + percent, (all.percentile(percent) - budget) / 1e6);
    }
    json.writeArrayFieldStart("runs");
    for (AppRun run : runs) {
      json.writeStartArray();
      for (Frame each : run.frames()) {
        json.writeNumber((each.cpu() - budget) / 1e6);
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
