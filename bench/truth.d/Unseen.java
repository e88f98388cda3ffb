package truth;

import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * Runs the programs, each on a thread of its own. This class is not instrumented, so that each
 * thread's paths begin with its program. It calls nothing of the programs but their starts, and few
 * methods of the platform: methods that have their names could be called from here.
 */
public final class Unseen extends Thread {
  private static final int PROGRAMS = 41;

  private final int number;

  private Unseen(int number) {
    // Deep enough for work after an overflow, small enough for the overflow to come soon.
    super(null, null, "program", 1 << 19);
    this.number = number;
  }

  public static void main(String[] args) throws InterruptedException {
    if (args.length > 0) {
      Recorder.start(args[0]);
    }
    for (int i = 0; i < PROGRAMS; i++) {
      Thread thread = new Unseen(i);
      thread.start();
      thread.join();
    }
    if (args.length > 0) {
      Recorder.end();
    }
  }

  @Override
  public void run() {
    try {
      go();
    } catch (Throwable e) {
      System.out.println(e);
    }
  }

  private void go() throws Throwable {
    switch (number) {
      case 0: Streams.Reads.go(); break;
      case 1: Streams.Prints.go(); break;
      case 2: Streams.Writes.go(); break;
      case 3: Streams.Formats.go(); break;
      case 4: Streams.Scans.go(); break;
      case 5: Streams.Closes.go(); break;
      case 6: Streams.Serializes.go(); break;
      case 7: Streams.Leaks.go(); break;
      case 8: Streams.Locked.go(); break;
      case 9: Collections.Sets.go(); break;
      case 10: Collections.Maps.go(); break;
      case 11: Collections.Sorts.go(); break;
      case 12: Collections.Iterates.go(); break;
      case 13: Collections.Queues.go(); break;
      case 14: Collections.Lazy.go(); break;
      case 15: Collections.Tables.go(); break;
      case 16: Tasks.Futures.go(); break;
      case 17: Tasks.Completes.go(); break;
      case 18: Tasks.Forks.go(); break;
      case 19: Tasks.Timers.go(); break;
      case 20: Tasks.Dies.go(); break;
      case 21: Tasks.Handles.go(); break;
      case 22: Tasks.Pools.go(); break;
      case 23: parallel(); break;
      case 24: Tasks.Coroutines.go(); break;
      case 25: Language.Initializers.go(); break;
      case 26: Language.Constructors.go(); break;
      case 27: Language.Lambdas.go(); break;
      case 28: Language.Texts.go(); break;
      case 29: Language.Logs.go(); break;
      case 30: Language.Monitors.go(); break;
      case 31: Language.Finally.go(); break;
      case 32: Reflection.Invokes.go(); break;
      case 33: Reflection.Proxies.go(); break;
      case 34: Reflection.Handles.go(); break;
      case 35: Reflection.Services.go(); break;
      case 36: Reflection.Loaders.go(); break;
      case 37: Reflection.Swallowed.go(); break;
      case 38: Stack.Overflows.go(); break;
      case 39: Stack.OverflowsInFinally.go(); break;
      case 40: Stack.OverflowsInPlatform.go(); break;
      default: throw new AssertionError();
    }
  }

  /** The workers have no caller that is seen, whichever of them takes a piece. */
  private static void parallel() throws Throwable {
    for (int i = 0; i < 4; i++) {
      try {
        IntStream.range(0, 1000).parallel().forEach(Tasks.Parallel.consumer());
      } catch (RuntimeException e) {
        Work.total++;
      }
      // Pieces that run still would be seen or not.
      ForkJoinPool.commonPool().awaitQuiescence(10, java.util.concurrent.TimeUnit.SECONDS);
    }
    Tasks.Parallel.after();
  }
}
