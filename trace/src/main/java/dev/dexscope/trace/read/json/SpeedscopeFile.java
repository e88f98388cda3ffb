package dev.dexscope.trace.read.json;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.RecordedCalls;
import dev.dexscope.trace.read.sampled.SampledProfile;
import dev.dexscope.trace.read.sampled.Samples;
import dev.dexscope.trace.read.sampled.Stacks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * speedscope's own format, from any exporter: a thread for each profile, evented or sampled. The
 * names of frames and the units may follow their uses, so the file is read twice.
 */
public final class SpeedscopeFile {
  private static final String FORMAT = "speedscope";

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames frames;
  private final List<Integer> methods = new ArrayList<>();
  private final List<Profile> profiles = new ArrayList<>();
  private final Stacks stacks = new Stacks();
  private final RecordedCalls calls;
  private final Samples samples;
  private final JsonFacts facts = new JsonFacts();
  private String weights = "";

  /** The properties of a profile. */
  private static final class Profile {
    String name = "";
    String unit = "none";
    double start;

    double nanos(double value) {
      return switch (unit) {
        case "microseconds" -> 1e3 * value;
        case "milliseconds" -> 1e6 * value;
        case "seconds" -> 1e9 * value;
        default -> value;
      };
    }
  }

  private SpeedscopeFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
    this.calls = new RecordedCalls(in);
    this.samples = new Samples(in, stacks);
  }

  /** Reads a file whole. */
  public static TraceFormat read(ByteView in, ThreadTable threads, MethodIds methods) {
    return new SpeedscopeFile(in, threads, methods).read();
  }

  private TraceFormat read() {
    JsonInput.read(in, this::names);
    JsonInput.read(in, this::profiles);
    if (calls.size() > 0 && samples.size() > 0) {
      throw in.fault(0, "holds evented and sampled profiles, which cannot be one trace");
    }
    Map<String, String> keys = facts.with("weights", weights);
    Clock clock = facts.clock();
    if (samples.size() > 0) {
      var about = new SampledProfile.Facts(FORMAT, 1, clock, 0, "", facts.pid(), keys);
      return new SampledProfile(in, samples, Samples.Placing.EXACT, about);
    }
    return calls.format(FORMAT, clock, facts.pid(), keys);
  }

  private void names(JsonInput json) throws IOException {
    json.object(key -> {
      switch (key) {
        case "shared" ->
            json.object(part -> {
              if (part.equals("frames")) {
                json.array(() -> methods.add(frame(json)));
              } else {
                json.skip();
              }
            });
        case "profiles" -> json.array(() -> profiles.add(profile(json)));
        case JsonFacts.FIELD -> facts.read(json);
        default -> json.skip();
      }
    });
  }

  private int frame(JsonInput json) throws IOException {
    String[] texts = {"", ""};
    int[] line = {-1};
    json.object(key -> {
      switch (key) {
        case "name" -> texts[0] = json.text();
        case "file" -> texts[1] = json.isNull() ? "" : json.text();
        case "line" -> line[0] = json.isNull() ? -1 : json.index(Integer.MAX_VALUE);
        default -> json.skip();
      }
    });
    return frames.of(texts[0], texts[1], line[0]);
  }

  private Profile profile(JsonInput json) throws IOException {
    var profile = new Profile();
    json.object(key -> {
      switch (key) {
        case "name" -> profile.name = json.text();
        case "unit" -> profile.unit = json.text();
        case "startValue" -> profile.start = json.real();
        default -> json.skip();
      }
    });
    if (profile.unit.equals("bytes") || profile.unit.equals("none")) {
      weights = profile.unit.equals("bytes") ? "bytes" : "numbers without a unit";
    }
    return profile;
  }

  private void profiles(JsonInput json) throws IOException {
    json.object(key -> {
      if (!key.equals("profiles")) {
        json.skip();
        return;
      }
      int[] next = {0};
      json.array(() -> {
        int number = next[0]++;
        threads.name(facts.thread(number), profiles.get(number).name);
        of(profiles.get(number), threads.indexOf(facts.thread(number)), json);
      });
    });
  }

  private void of(Profile profile, int thread, JsonInput json) throws IOException {
    List<Integer> taken = new ArrayList<>();
    double[][] weighed = {new double[0]};
    json.object(key -> {
      switch (key) {
        case "events" -> json.array(() -> event(profile, thread, json));
        case "samples" -> json.array(() -> taken.add(stack(json)));
        case "weights" -> weighed[0] = json.reals();
        default -> json.skip();
      }
    });
    double at = profile.nanos(profile.start);
    for (int i = 0; i < taken.size(); i++) {
      double weight = i < weighed[0].length ? profile.nanos(weighed[0][i]) : 0;
      samples.add(json.at(), thread, taken.get(i), Math.round(at), Math.round(weight));
      at += weight;
    }
  }

  private void event(Profile profile, int thread, JsonInput json) throws IOException {
    long place = json.at();
    boolean[] opens = {false};
    int[] frame = {-1};
    double[] at = {Double.NaN};
    json.object(key -> {
      switch (key) {
        case "type" -> opens[0] = json.text().equals("O");
        case "frame" -> frame[0] = methods.get(json.index(methods.size()));
        case "at" -> at[0] = json.real();
        default -> json.skip();
      }
    });
    if (frame[0] < 0 || Double.isNaN(at[0])) {
      throw in.fault(place, "an event without a frame or a time");
    }
    long nanos = Math.round(profile.nanos(at[0]));
    if (opens[0]) {
      calls.enter(place, thread, frame[0], nanos, nanos);
    } else {
      calls.exit(place, thread, frame[0], nanos, nanos);
    }
  }

  private int stack(JsonInput json) throws IOException {
    int[] stack = {Stacks.EMPTY};
    json.array(() -> stack[0] = stacks.of(stack[0], methods.get(json.index(methods.size()))));
    return stack[0];
  }
}
