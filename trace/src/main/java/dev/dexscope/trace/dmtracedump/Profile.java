package dev.dexscope.trace.dmtracedump;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures that dmtracedump counts. Unlike the rest of Dexscope, it ignores the time before a
 * thread's first record, which is also the zero of its clock: a return on an empty stack is a call
 * from time 0 on, and time with no call running is that of {@code (toplevel)}.
 */
final class Profile implements RecordVisitor {
  private static final int CALL = 0;
  private static final long HALF = 1L << 31;

  /** The largest distance of a return from its call; a bound for damaged traces. */
  private static final int SEARCHED = 4096;

  /** The running calls of one thread. */
  private static final class Stack {
    int depth;
    long last = -1;
    long first;
    long wraps;
    int[] methods = new int[64];
    int[] activations = new int[64];
    long[] starts = new long[64];

    void push(int method, int activation, long start) {
      if (depth == methods.length) {
        methods = Arrays.copyOf(methods, 2 * depth);
        activations = Arrays.copyOf(activations, 2 * depth);
        starts = Arrays.copyOf(starts, 2 * depth);
      }
      methods[depth] = method;
      activations[depth] = activation;
      starts[depth++] = start;
    }
  }

  private final Listing listing;
  private final List<ProfiledMethod> methods;
  private final @Nullable Stack[] stacks = new Stack[1 << 16];

  /** The number of times that a method is on a thread's stack. */
  private final Slots activations = new Slots();

  private int[] active = new int[activations.capacity()];

  private final Links callers = new Links();
  private final Links callees = new Links();
  private long total;
  private List<ProfiledMethod> byInclusive = List.of();

  private Profile(Listing listing) {
    this.listing = listing;
    this.methods = listing.methods();
  }

  static Profile of(TraceviewRecords records) {
    var profile = new Profile(new Listing(records));
    records.forEach(profile);
    profile.end();
    return profile;
  }

  /** All methods, longest inclusive time first: their indexes are their places here. */
  List<ProfiledMethod> byInclusive() {
    return byInclusive;
  }

  /** All methods that are listed, called or not. */
  List<ProfiledMethod> methods() {
    return methods;
  }

  Links callers() {
    return callers;
  }

  Links callees() {
    return callees;
  }

  /** From each thread's first record to its last, added up. */
  long total() {
    return total;
  }

  @Override
  public void record(int thread, long id, int action, long micros) {
    Stack stack = stacks[thread];
    if (stack == null) {
      stack = new Stack();
      stacks[thread] = stack;
    }
    long now = unwrapped(stack, micros);
    long elapsed = now - stack.last;
    stack.last = now;
    int place = listing.place(id);
    if (action == CALL) {
      spend(stack, elapsed);
      int activation = activation(thread, place);
      active[activation]++;
      stack.push(place, activation, now);
    } else {
      leave(thread, stack, place, elapsed);
    }
  }

  /** The clock has 32 bits: a time that is much smaller than the one before has wrapped. */
  private static long unwrapped(Stack stack, long micros) {
    long now = stack.wraps + micros;
    if (stack.last < 0) {
      stack.first = now;
      stack.last = now;
    } else if (stack.last - now > HALF) {
      stack.wraps += 2 * HALF;
      now += 2 * HALF;
    }
    return now;
  }

  private int activation(int thread, int method) {
    int slot = activations.of((long) thread << 32 | method);
    if (slot >= active.length) {
      active = Arrays.copyOf(active, activations.capacity());
    }
    return slot;
  }

  /** Adds to the method that runs. */
  private void spend(Stack stack, long elapsed) {
    if (stack.depth == 0) {
      methods.get(Listing.TOPLEVEL).exclusive += elapsed;
      return;
    }
    int top = stack.depth - 1;
    ProfiledMethod running = methods.get(stack.methods[top]);
    if (active[stack.activations[top]] > 1) {
      running.recursiveExclusive += elapsed;
    } else {
      running.exclusive += elapsed;
    }
  }

  private void leave(int thread, Stack stack, int method, long elapsed) {
    if (stack.depth == 0) {
      stack.push(method, activation(thread, method), 0);
      active[stack.activations[0]]++;
    }
    spend(stack, elapsed);
    int at = stack.depth - 1;
    int lowest = Math.max(0, stack.depth - SEARCHED);
    while (at >= lowest && stack.methods[at] != method) {
      at--;
    }
    // A return from a method that is not running is ignored.
    while (at >= lowest && stack.depth > at) {
      pop(stack);
    }
  }

  private void pop(Stack stack) {
    int top = --stack.depth;
    active[stack.activations[top]]--;
    count(stack, top);
  }

  /** Counts a call that ends now; {@link #active} counts those below it. */
  private void count(Stack stack, int at) {
    ProfiledMethod method = methods.get(stack.methods[at]);
    long inclusive = stack.last - stack.starts[at];
    boolean recursive = active[stack.activations[at]] > 0;
    if (recursive) {
      method.recursiveCalls++;
    } else {
      method.calls++;
      method.inclusive += inclusive;
    }
    int caller = at == 0 ? Listing.TOPLEVEL : stack.methods[at - 1];
    boolean callerRecursive = at > 0 && active[stack.activations[at - 1]] > 1;
    callers.add(method.place, caller, recursive, inclusive);
    callees.add(caller, method.place, callerRecursive, inclusive);
  }

  /** Counts open calls at the end from the outermost call on, as the original does. */
  private void endCalls(Stack stack) {
    for (int i = 0; i < stack.depth; i++) {
      active[stack.activations[i]] = 0;
    }
    for (int i = 0; i < stack.depth; i++) {
      count(stack, i);
      active[stack.activations[i]]++;
    }
  }

  private void end() {
    for (Stack stack : stacks) {
      if (stack == null) {
        continue;
      }
      endCalls(stack);
      total += stack.last - stack.first;
    }
    methods.get(Listing.TOPLEVEL).inclusive = total;
    byInclusive =
        methods.stream()
            .sorted(
                Comparator.comparingLong((ProfiledMethod m) -> m.inclusive)
                    .reversed()
                    .thenComparing(ProfiledMethod.BY_NAME))
            .toList();
    for (int i = 0; i < byInclusive.size(); i++) {
      byInclusive.get(i).index = i;
    }
  }
}
