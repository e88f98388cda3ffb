import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs that run on all cores, each after those that it needs; what one finds wrong is printed as it ends. */
final class Jobs {
  /** What may fail. */
  interface Job {
    void run() throws Exception;
  }

  private record Planned(String name, List<String> needed, Job job) {}

  private final List<Planned> waiting = new ArrayList<>();
  private final Map<String, Boolean> ended = new LinkedHashMap<>();

  /** Adds a job; of those that may run, the one that was added first is first. */
  void add(String name, List<String> needed, Job job) {
    waiting.add(new Planned(name, needed, job));
  }

  /** Runs all; whether none has failed. A job that needs a failed one is left out. */
  boolean run() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      threads.add(Thread.ofPlatform().start(this::work));
    }
    for (Thread each : threads) {
      each.join();
    }
    return !ended.containsValue(false);
  }

  private void work() {
    try {
      for (Planned next = next(); next != null; next = next()) {
        end(next.name, succeeds(next));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean succeeds(Planned planned) {
    try {
      planned.job.run();
      return true;
    } catch (BuildFailure e) {
      System.out.println(e.getMessage());
    } catch (Exception | Error e) {
      System.out.println(planned.name + ": " + e);
      e.printStackTrace(System.out);
    }
    return false;
  }

  private synchronized Planned next() throws InterruptedException {
    while (!waiting.isEmpty()) {
      Set<String> failed = new HashSet<>();
      for (Planned each : List.copyOf(waiting)) {
        if (each.needed.stream().anyMatch(one -> ended.getOrDefault(one, true) == false)) {
          failed.add(each.name);
          waiting.remove(each);
          ended.put(each.name, false);
        } else if (ended.keySet().containsAll(each.needed)) {
          waiting.remove(each);
          return each;
        }
      }
      if (failed.isEmpty()) {
        wait();
      }
    }
    return null;
  }

  private synchronized void end(String name, boolean succeeded) {
    ended.put(name, succeeded);
    notifyAll();
  }
}
