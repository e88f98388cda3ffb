import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.MonitorListener;
import dev.dexscope.agents.api.ProgramListener;
import dev.dexscope.agents.api.ThreadListener;
import dev.dexscope.agents.api.ToolEnvironment;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts for each thread how often it has waited for a monitor, and to be notified. */
public class Waiters implements Agent, MonitorListener, ThreadListener, ProgramListener {
  private static final class Counts {
    private final AtomicInteger contended = new AtomicInteger();
    private final AtomicInteger waited = new AtomicInteger();
    private final AtomicInteger timedOut = new AtomicInteger();
  }

  private final Map<Thread, Counts> threads = new ConcurrentHashMap<>();

  @Override
  public void start(ToolEnvironment environment, String options) {
    environment.onThreads(this);
    environment.onMonitors(this);
    environment.onProgram(this);
  }

  private Counts of(Thread thread) {
    return threads.computeIfAbsent(thread, each -> new Counts());
  }

  @Override
  public void started(Thread thread) {
    of(thread);
  }

  @Override
  public void contended(Thread thread, Object monitor) {
    of(thread).contended.incrementAndGet();
  }

  @Override
  public void waiting(Thread thread, Object monitor, Duration timeout) {
    of(thread).waited.incrementAndGet();
  }

  @Override
  public void waited(Thread thread, Object monitor, boolean isTimeout) {
    if (isTimeout) {
      of(thread).timedOut.incrementAndGet();
    }
  }

  @Override
  public void ended() {
    threads.forEach(
        (thread, counts) ->
            System.out.printf(
                "%s: contended %s, waits %s, %s of them without being notified%n",
                thread.getName(), counts.contended, counts.waited, counts.timedOut));
  }
}
