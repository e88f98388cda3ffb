package dev.dexscope.web.traces;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Activity;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.timeline.Timeline;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A trace being viewed, with data computed for its viewers: the most recently requested parts, the
 * index of its timeline. Several requests may use it at once; if one of them computes data, the
 * others wait for it.
 */
final class OpenTrace {
  private static final int VIEWS = 8;

  /** Of traces whose calls have very many paths, fewer parts are kept. */
  private static final long MOST_PATHS = 4_000_000;

  /** The number of spans of the activity: enough for any screen. */
  static final int SPANS = 1024;

  private final String title;
  private final Trace trace;

  /** The least recently used part comes first, and is removed first. */
  private final Map<Filter, View> views = new LinkedHashMap<>(2 * VIEWS, 0.75f, true);

  private final ReentrantLock viewing = new ReentrantLock();
  private final ReentrantLock indexing = new ReentrantLock();
  private final ReentrantLock measuring = new ReentrantLock();
  private @Nullable Timeline timeline;
  private @Nullable Activity activity;

  OpenTrace(String title, Trace trace) {
    this.title = title;
    this.trace = trace;
  }

  /** Returns its title. */
  String title() {
    return title;
  }

  Trace trace() {
    return trace;
  }

  View view(Filter filter) {
    viewing.lock();
    try {
      View view = views.get(filter);
      if (view == null) {
        view = View.of(trace, filter);
        views.put(filter, view);
        while (views.size() > 1 && (views.size() > VIEWS || paths() > MOST_PATHS)) {
          views.remove(views.keySet().iterator().next());
        }
      }
      return view;
    } finally {
      viewing.unlock();
    }
  }

  private long paths() {
    return views.values().stream()
        .flatMap(view -> view.threads().stream())
        .mapToLong(part -> part.tree().size())
        .sum();
  }

  Timeline timeline() throws IOException {
    indexing.lock();
    try {
      if (timeline == null) {
        timeline = Timeline.of(view(Filter.ALL));
      }
      return timeline;
    } finally {
      indexing.unlock();
    }
  }

  Activity activity() {
    measuring.lock();
    try {
      if (activity == null) {
        activity = Activity.of(view(Filter.ALL), SPANS);
      }
      return activity;
    } finally {
      measuring.unlock();
    }
  }

  /** The same of a part of the time, which goes through all calls. */
  Activity activity(long from, long to) {
    return Activity.of(view(Filter.ALL), from, to, SPANS);
  }

  /**
   * Begins to build the timeline, which goes through all calls once more, on a core of its own.
   * Requests for it wait meanwhile; if it fails, they get the error.
   */
  void beginTimeline() {
    Thread.ofPlatform()
        .daemon()
        .name("timeline of " + title)
        .start(() -> {
          try {
            timeline();
          } catch (IOException | RuntimeException e) {
            // It is built again at the next request, which gets the error.
          }
        });
  }
}
