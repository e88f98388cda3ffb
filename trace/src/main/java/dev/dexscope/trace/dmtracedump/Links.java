package dev.dexscope.trace.dmtracedump;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Calls and inclusive times between methods and their callers, or their callees. */
final class Links {
  private static final Comparator<Link> LARGEST_FIRST =
      Comparator.comparingLong(Link::time)
          .reversed()
          .thenComparing(Link::other, ProfiledMethod.BY_NAME);

  private final Slots slots = new Slots();
  private long[] times = new long[slots.capacity()];
  private int[] calls = new int[slots.capacity()];

  /** A link of a method with another one. */
  record Link(ProfiledMethod other, long time, int calls) {}

  /** Adds a call that took {@code time} between methods, identified by their places. */
  void add(int method, int other, boolean recursive, long time) {
    int slot = slots.of((long) method << 33 | (long) other << 1 | (recursive ? 1 : 0));
    if (slot >= times.length) {
      times = Arrays.copyOf(times, slots.capacity());
      calls = Arrays.copyOf(calls, slots.capacity());
    }
    times[slot] += time;
    calls[slot]++;
  }

  /** Of each method its links of one kind, the newest first. */
  List<List<Link>> newestFirst(List<ProfiledMethod> methods, boolean recursive) {
    List<List<Link>> lists = new ArrayList<>(methods.size());
    for (int i = 0; i < methods.size(); i++) {
      lists.add(List.of());
    }
    for (int slot = slots.size() - 1; slot >= 0; slot--) {
      long key = slots.key(slot);
      if ((key & 1) == (recursive ? 1 : 0)) {
        int method = (int) (key >>> 33);
        if (lists.get(method).isEmpty()) {
          lists.set(method, new ArrayList<>(2));
        }
        int other = (int) (key >>> 1);
        lists.get(method).add(new Link(methods.get(other), times[slot], calls[slot]));
      }
    }
    return lists;
  }

  /** Of each method its links of one kind: the most time first, then by name, then the newest. */
  List<List<Link>> largestFirst(List<ProfiledMethod> methods, boolean recursive) {
    List<List<Link>> lists = newestFirst(methods, recursive);
    for (List<Link> list : lists) {
      if (list.size() > 1) {
        list.sort(LARGEST_FIRST);
      }
    }
    return lists;
  }
}
