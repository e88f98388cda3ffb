package dev.dexscope.device.shell;

import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.Frame;
import dev.dexscope.apps.FrameFigures;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.process.VmProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code dumpsys gfxinfo [PACKAGE|PID] [framestats] [reset]}: the frames of apps that run. A frame
 * takes the main thread's CPU time, as in profiles: the screen waits for no real one.
 */
final class GfxInfoCommand {
  private static final long MILLI = 1_000_000;

  /** Of a screen of 60 Hz. */
  private static final long INTERVAL = 1_000_000_000 / 60;

  /** As many as Android keeps. */
  private static final int MOST_ROWS = 120;

  private static final String COLUMNS =
      "Flags,IntendedVsync,Vsync,OldestInputEvent,NewestInputEvent,HandleInputStart,AnimationStart,"
          + "PerformTraversalsStart,DrawStart,SyncQueued,SyncStart,IssueDrawCommandsStart,"
          + "SwapBuffers,FrameCompleted,DequeueBufferDuration,QueueBufferDuration,";

  private GfxInfoCommand() {}

  static int run(Call call) throws IOException {
    List<String> words = call.words();
    boolean hasName = !words.isEmpty() && !words.getFirst().matches("framestats|reset");
    String wanted = hasName ? words.getFirst() : "";
    int found = 0;
    for (Map.Entry<VmProcess, StartRequest> each :
        call.shell().device().processes().apps().entrySet()) {
      VmProcess app = each.getKey();
      if (app.isNamed(wanted)) {
        if (found++ == 0) {
          call.out().println("Applications Graphics Acceleration Info:");
          call.out().printf("Uptime: %1$d Realtime: %1$d%n", System.nanoTime() / MILLI);
        }
        Path events = AppRequest.events(Path.of(each.getValue().appRequest()));
        List<Frame> all = AppRun.read(events, 0).frames();
        List<Frame> since = all.subList(Math.min(app.framesBefore(), all.size()), all.size());
        print(call.out(), app, since, words.contains("framestats"));
        if (words.contains("reset")) {
          app.framesBefore(all.size());
        }
      }
    }
    if (found == 0) {
      call.out().println("No process found for: " + wanted);
    }
    return 0;
  }

  private static void print(PrintStream out, VmProcess app, List<Frame> frames, boolean hasRows) {
    out.printf("%n** Graphics info for pid %d [%s] **%n%n", app.pid(), app.name());
    FrameFigures figures = FrameFigures.of(frames);
    int slow = figures.countOver(INTERVAL);
    out.println("Total frames rendered: " + frames.size());
    double share = frames.isEmpty() ? 0 : 100.0 * slow / frames.size();
    out.printf(Locale.ROOT, "Janky frames: %d (%.2f%%)%n", slow, share);
    for (int each : new int[] {50, 90, 95, 99}) {
      out.printf("%dth percentile: %dms%n", each, millis(Math.round(figures.percentile(each))));
    }
    out.println("Number Missed Vsync: " + slow);
    Map<Long, Integer> histogram = new TreeMap<>();
    frames.forEach(each -> histogram.merge(millis(each.cpu()), 1, Integer::sum));
    StringBuilder line = new StringBuilder("HISTOGRAM:");
    histogram.forEach((millis, count) -> line.append(" " + millis + "ms=" + count));
    out.println(line);
    if (hasRows) {
      out.println("---PROFILEDATA---");
      out.println(COLUMNS);
      frames
          .subList(Math.max(0, frames.size() - MOST_ROWS), frames.size())
          .forEach(each -> out.println(row(each)));
      out.println("---PROFILEDATA---");
    }
    out.println();
  }

  private static long millis(long nanos) {
    return Math.ceilDiv(nanos, MILLI);
  }

  /** The phases one after the other; those of a renderer's thread take no time of their own. */
  private static String row(Frame frame) {
    long start = frame.start();
    long animation = start + frame.input();
    long layout = animation + frame.animation();
    long draw = layout + frame.layout();
    long end = draw + frame.draw();
    return String.join(
        ",",
        "0",
        start + "",
        start + "",
        Long.MAX_VALUE + "",
        "0",
        start + "",
        animation + "",
        layout + "",
        draw + "",
        end + "",
        end + "",
        end + "",
        end + "",
        end + "",
        "0",
        "0",
        "");
  }
}
