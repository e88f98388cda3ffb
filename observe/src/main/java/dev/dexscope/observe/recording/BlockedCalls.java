package dev.dexscope.observe.recording;

import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Sample;
import dev.dexscope.observe.recording.Recorded.Source;
import dev.dexscope.observe.recording.Recorded.Span;
import dev.dexscope.observe.recording.Recorded.Wait;
import dev.dexscope.trace.Observed.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Waits that the JVM has no event for: selectors, {@code accept}, pipes. Looks at threads in native
 * code see them. Such a wait lasts from the last moment before it at which the thread was seen
 * elsewhere to the first one after it.
 */
final class BlockedCalls {
  /** The native methods in which a thread waits for the other end. */
  private static final Set<String> METHODS =
      Set.of(
          "sun.nio.ch.EPoll.wait~",
          "sun.nio.ch.KQueue.poll~",
          "sun.nio.ch.PollSelectorImpl.poll~",
          "sun.nio.ch.Net.poll~",
          "sun.nio.ch.Net.accept~",
          "sun.nio.ch.Net.pollConnect~",
          "sun.nio.ch.UnixDomainSockets.accept0~",
          "sun.nio.ch.SocketDispatcher.read0~",
          "sun.nio.ch.DatagramDispatcher.read0~",
          "sun.nio.ch.DatagramChannelImpl.receive0~",
          "sun.nio.ch.UnixFileDispatcherImpl.read0~",
          "sun.nio.ch.FileDispatcherImpl.read0~");

  private BlockedCalls() {}

  /**
   * Returns the waits of all threads that samples show.
   *
   * @param samples all
   * @param waits those that the JVM has reported
   * @param ends when threads ended, by their numbers
   */
  static List<Wait> of(List<Sample> samples, List<Wait> waits, Map<Long, Long> ends) {
    Map<Long, List<Sample>> byThread = new HashMap<>();
    for (Sample each : samples) {
      byThread.computeIfAbsent(each.thread(), _ -> new ArrayList<>()).add(each);
    }
    byThread.values().removeIf(each -> each.stream().noneMatch(BlockedCalls::isBlocked));
    Map<Long, List<Wait>> known = new HashMap<>();
    for (Wait each : waits) {
      if (byThread.containsKey(each.thread())) {
        known.computeIfAbsent(each.thread(), _ -> new ArrayList<>()).add(each);
      }
    }
    List<Wait> found = new ArrayList<>();
    byThread.forEach((thread, own) ->
        add(own, known.getOrDefault(thread, List.of()), ends.getOrDefault(thread, 0L), found));
    return found;
  }

  private static boolean isBlocked(Sample sample) {
    List<Frame> frames = sample.stack().frames();
    return sample.source() == Source.NATIVE
        && sample.stack().isOfProgram()
        && METHODS.contains(
            frames.getLast().method().className() + "." + frames.getLast().method().name());
  }

  /** Adds the waits of one thread. */
  private static void add(List<Sample> samples, List<Wait> waits, long end, List<Wait> found) {
    List<Span> elsewhere = new ArrayList<>();
    List<Sample> blocked = new ArrayList<>();
    for (Sample each : samples) {
      if (isBlocked(each)) {
        blocked.add(each);
      } else {
        elsewhere.add(new Span(each.time(), each.time()));
      }
    }
    waits.forEach(each -> elsewhere.add(new Span(each.begin(), each.end())));
    elsewhere.sort(Comparator.comparingLong(Span::begin));
    blocked.sort(Comparator.comparingLong(Sample::time));
    int next = 0;
    long last = -1;
    for (int i = 0; i < blocked.size(); i++) {
      Sample each = blocked.get(i);
      while (next < elsewhere.size() && elsewhere.get(next).begin() <= each.time()) {
        last = Math.max(last, elsewhere.get(next++).end());
      }
      if (last > each.time()) {
        continue; // Within a wait that the JVM has reported.
      }
      long until = next == elsewhere.size() ? end : elsewhere.get(next).begin();
      long from = last < 0 ? each.time() : last;
      while (i + 1 < blocked.size() && blocked.get(i + 1).time() < until) {
        Sample following = blocked.get(i + 1);
        if (!following.stack().equals(each.stack())) {
          // From one call to another: somewhere between the two.
          until = (blocked.get(i).time() + following.time()) / 2;
          break;
        }
        i++;
      }
      last = Math.max(until, blocked.get(i).time());
      found.add(new Wait(each.thread(), from, last, Kind.SOCKET, "", -1, each.stack()));
    }
  }
}
