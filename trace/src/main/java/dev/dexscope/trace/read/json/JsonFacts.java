package dev.dexscope.trace.read.json;

import dev.dexscope.trace.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The properties of the original trace that our own exports store, in addition to the format's own
 * fields.
 */
final class JsonFacts {
  /** The field of the outermost object, which other readers pass over. */
  static final String FIELD = "dexscope";

  private String clock = "";
  private long pid = -1;
  private final List<Long> threads = new ArrayList<>();
  private final Map<String, String> keys = new LinkedHashMap<>();

  void read(JsonInput json) throws IOException {
    json.object(key -> {
      switch (key) {
        case "clock" -> clock = json.text();
        case "pid" -> pid = json.whole();
        case "threads" -> json.array(() -> threads.add(json.whole()));
        case "keys" -> json.object(name -> keys.put(name, json.text()));
        default -> json.skip();
      }
    });
  }

  /** Returns the clock of each call's single time. */
  Clock clock() {
    Clock recorded = Clock.of(clock, Clock.WALL);
    return recorded.hasWall() ? Clock.WALL : recorded;
  }

  long pid() {
    return pid;
  }

  /** The id of a thread that the format has by its place only. */
  long thread(int number) {
    return number < threads.size() ? threads.get(number) : number + 1L;
  }

  /** The trace's keys, and one more where it has a value. */
  Map<String, String> with(String key, String value) {
    if (!value.isEmpty()) {
      keys.putIfAbsent(key, value);
    }
    return Collections.unmodifiableMap(keys);
  }
}
