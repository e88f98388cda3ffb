package dev.dexscope.wire.jdwp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts how often a user has suspended a VM and its threads, so that it can be undone when the
 * user disconnects.
 */
final class Suspensions {
  private static final int ONE_THREAD = 1;

  /** The policy of events that stop the whole VM. */
  static final int ALL = 2;

  private int all;
  private final Map<Long, Integer> threads = new HashMap<>();

  /** Called when a command of the user was sent to the VM. */
  void sent(String command, Fields arguments) {
    switch (command) {
      case "VirtualMachine.Suspend" -> all++;
      case "VirtualMachine.Resume" -> {
        all = Math.max(0, all - 1);
        threads.replaceAll((_, count) -> count - 1);
        threads.values().removeIf(count -> count <= 0);
      }
      case "ThreadReference.Suspend" -> threads.merge(arguments.number("thread"), 1, Integer::sum);
      case "ThreadReference.Resume" ->
          threads.computeIfPresent(
              arguments.number("thread"), (_, count) -> count > 1 ? count - 1 : null);
      default -> {}
    }
  }

  /** The user gets events, for which the VM or a thread of it has stopped. */
  void stopped(int policy, Fields firstEvent) {
    if (policy == ALL) {
      all++;
    } else if (policy == ONE_THREAD && firstEvent.all().containsKey("thread")) {
      threads.merge(firstEvent.number("thread"), 1, Integer::sum);
    }
  }

  /** Returns the commands that resume everything, each as often as necessary. */
  List<Step> undo() {
    List<Step> steps = new ArrayList<>();
    threads.forEach((thread, count) -> {
      Fields arguments = Fields.NONE.with("thread", thread);
      for (int i = 0; i < count; i++) {
        steps.add(new Step("ThreadReference.Resume", arguments));
      }
    });
    for (int i = 0; i < all; i++) {
      steps.add(new Step("VirtualMachine.Resume", Fields.NONE));
    }
    return steps;
  }

  /**
   * Returns the command that repeats the suspension by an event; empty if the event does not
   * suspend.
   */
  static Optional<Step> stop(int policy, Fields event) {
    return step("Suspend", policy, event);
  }

  /** Returns the command that resumes what an event has suspended. */
  static Optional<Step> resume(int policy, Fields event) {
    return step("Resume", policy, event);
  }

  private static Optional<Step> step(String verb, int policy, Fields event) {
    if (policy == ALL) {
      return Optional.of(new Step("VirtualMachine." + verb, Fields.NONE));
    }
    if (policy == ONE_THREAD && event.all().containsKey("thread")) {
      Fields thread = Fields.NONE.with("thread", event.number("thread"));
      return Optional.of(new Step("ThreadReference." + verb, thread));
    }
    return Optional.empty();
  }

  record Step(String command, Fields arguments) {}
}
