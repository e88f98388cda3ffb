import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.ProgramListener;
import dev.dexscope.agents.api.ToolEnvironment;
import dev.dexscope.observe.trace.CallListener;
import dev.dexscope.observe.trace.ProgramMethod;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Prints how often each of the program's methods was called. Options: how many methods. */
public class MethodCounts implements Agent, CallListener, ProgramListener {
  private final Map<ProgramMethod, LongAdder> counts = new ConcurrentHashMap<>();
  private int most = 20;

  @Override
  public void start(ToolEnvironment environment, String options) throws IOException {
    if (!options.isEmpty()) {
      most = Integer.parseInt(options);
    }
    environment.onCalls(this);
    environment.onProgram(this);
  }

  @Override
  public void entered(ProgramMethod method) {
    counts.computeIfAbsent(method, each -> new LongAdder()).increment();
  }

  @Override
  public void left(ProgramMethod method, boolean isThrown) {}

  @Override
  public void ended() {
    counts.entrySet().stream()
        .sorted(
            Comparator.comparingLong(each -> -each.getValue().sum()))
        .limit(most)
        .forEach(each -> System.out.printf("%,12d  %s%n", each.getValue().sum(), each.getKey()));
  }
}
