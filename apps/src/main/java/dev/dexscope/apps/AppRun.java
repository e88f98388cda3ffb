package dev.dexscope.apps;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of an app's run.
 *
 * @param exitCode of its process: 0 if it has started and all steps were performed
 * @param events in the order of their ends
 */
public record AppRun(int exitCode, List<Event> events) {

  /**
   * One thing that happened.
   *
   * @param kind what it is
   * @param name the phase, class, step or file
   * @param start nanoseconds since the recording began, or since the process did
   * @param duration nanoseconds
   */
  public record Event(Kind kind, String name, long start, long duration) {}

  /** The phase after which steps begin. */
  private static final String STARTED = "launch until quiet";

  /** The phase in which a recorded app starts anew. */
  private static final String RELAUNCH = "relaunch";

  /** The name of the last figure of a run that has come to its end. */
  public static final String EXIT_CODE = "exit code";

  /** The exit code if a step could not be done as it was written. */
  public static final int WRONG_STEP = 2;

  /** The name of an end by {@code System.exit}. */
  public static final String EXITED = "System.exit";

  /** The name of an end by {@code Process.killProcess}. */
  public static final String KILLED = "Process.killProcess";

  /** The kinds of events. */
  public enum Kind {
    /** A part of the start: the sandbox, the application, an activity's states, the first frame. */
    PHASE,
    /** A frame that took longer than a device's screen has for one. */
    SLOW_FRAME,
    /** A frame in which something was drawn: see {@link Frame}. */
    FRAME,
    /** An activity has reported that all of its content is there. */
    FULLY_DRAWN,
    STEP,
    SCREENSHOT,
    /** A native library of the app's packages; after a colon, why it does not run. */
    LIBRARY,
    /** A native method or library that was not there. */
    NATIVE,
    /** A part that the app uses and that is missing here. */
    ABSENT,
    /** Something of the app that goes on after each step: it was not waited for. */
    UNSETTLED,
    CRASH,
    /** The main thread did not answer. */
    ANR,
    /** The run took longer than it was to. */
    TIMEOUT,
    /** The app has ended its process itself: {@link #EXITED} or {@link #KILLED}. */
    ENDED,
    /** Of the whole run, such as bytes of memory. */
    FIGURE;

    private static final Set<String> NAMES =
        Arrays.stream(values()).map(Kind::name).collect(Collectors.toUnmodifiableSet());

    static boolean isKnown(String name) {
      return NAMES.contains(name);
    }
  }

  /** The kinds of events of a part of the run, and not of all of it. */
  public static final Set<Kind> PARTS =
      Set.of(Kind.PHASE, Kind.STEP, Kind.FRAME, Kind.SLOW_FRAME, Kind.FULLY_DRAWN);

  /**
   * Reads the output of an app's process.
   *
   * @param file from {@link AppRequest#events}
   * @throws IOException if it cannot be read
   */
  public static AppRun read(Path file, int exitCode) throws IOException {
    List<Event> events = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] cells = line.split("\t");
        // The last one may be incomplete if the process was killed, and a later version may add
        // fields.
        if (cells.length == 4 && Kind.isKnown(cells[0])) {
          events.add(
              new Event(
                  Kind.valueOf(cells[0]),
                  cells[1],
                  Long.parseLong(cells[2]),
                  Long.parseLong(cells[3])));
        }
      }
    }
    return new AppRun(exitCode(events, exitCode), List.copyOf(events));
  }

  /**
   * Returns the exit code of the run itself: its process has more work after it, which may fail.
   */
  private static int exitCode(List<Event> events, int ofProcess) {
    return events.stream()
        .filter(AppRun::isExitCode)
        .findFirst()
        .map(each -> (int) each.duration())
        .orElse(ofProcess);
  }

  private static boolean isExitCode(Event event) {
    return event.kind() == Kind.FIGURE && event.name().equals(EXIT_CODE);
  }

  /**
   * Returns whether the run has come to its end, whatever became of its process: what that does
   * then, such as writing what it has loaded, is not the app's.
   */
  public boolean isConcluded() {
    return events.stream().anyMatch(AppRun::isExitCode);
  }

  /**
   * Those of a kind of the recording, not of what was before it: times begin anew there. Those of
   * the whole run tell nothing of that: they go on while the recorded part is done again.
   */
  public List<Event> recorded(Kind kind) {
    int from = 0;
    long last = Long.MIN_VALUE;
    for (int i = 0; i < events.size(); i++) {
      Event each = events.get(i);
      if (PARTS.contains(each.kind())) {
        long end = each.start() + each.duration();
        if (end < last) {
          from = i;
        }
        last = end;
      }
    }
    return events.subList(from, events.size()).stream()
        .filter(each -> each.kind() == kind)
        .toList();
  }

  /** The frames of the recording in which something was drawn. */
  public List<Frame> frames() {
    return recorded(Kind.FRAME).stream().map(Frame::of).toList();
  }

  /**
   * Returns how long the recorded start took to the end of its first frame, in nanoseconds; nothing
   * if no start was recorded. Jetpack Macrobenchmark's {@code timeToInitialDisplayMs}.
   */
  public OptionalLong timeToInitialDisplay() {
    return toFrameAfter(launch());
  }

  /**
   * Returns how long the recorded start took to the end of the frame in which the app reported that
   * all of its content is there, or the first one after that; nothing if it never did. Jetpack
   * Macrobenchmark's {@code timeToFullDisplayMs}.
   */
  public OptionalLong timeToFullDisplay() {
    OptionalLong initial = timeToInitialDisplay();
    OptionalLong reported = recorded(Kind.FULLY_DRAWN).stream().mapToLong(Event::start).findFirst();
    return initial.isEmpty() || reported.isEmpty() ? OptionalLong.empty() : toFrameAfter(reported);
  }

  private OptionalLong launch() {
    return recorded(Kind.PHASE).stream()
        .filter(each -> each.name().equals(RELAUNCH))
        .mapToLong(Event::start)
        .findFirst();
  }

  /** From the start to the first frame that ends at a time or after it. */
  private OptionalLong toFrameAfter(OptionalLong time) {
    OptionalLong launch = launch();
    if (launch.isEmpty() || time.isEmpty()) {
      return OptionalLong.empty();
    }
    return frames().stream()
        .mapToLong(each -> each.start() + each.elapsed())
        .filter(end -> end >= Math.max(launch.getAsLong(), time.getAsLong()))
        .map(end -> end - launch.getAsLong())
        .findFirst();
  }

  /** The relaunch and the steps of the recording, in their order; each has left a picture. */
  public List<Event> moments() {
    return Stream.concat(
            recorded(Kind.PHASE).stream().filter(each -> each.name().equals(RELAUNCH)),
            recorded(Kind.STEP).stream())
        .toList();
  }

  /**
   * The steps that were not begun, of a run that has ended early.
   *
   * @param script what it was to do
   */
  public List<String> notDone(Script script) {
    List<String> steps = script.text();
    boolean isStarted = of(Kind.PHASE).stream().anyMatch(each -> each.name().equals(STARTED));
    // The one at which it has ended is not among those that have come to their end.
    int begun = isStarted ? recorded(Kind.STEP).size() + 1 : 0;
    return steps.subList(Math.min(begun, steps.size()), steps.size());
  }

  /** The events of a kind. */
  public List<Event> of(Kind kind) {
    return events.stream().filter(each -> each.kind() == kind).toList();
  }
}
