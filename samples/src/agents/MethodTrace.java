import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.ToolEnvironment;
import dev.dexscope.observe.trace.CallListener;
import dev.dexscope.observe.trace.ProgramMethod;
import java.io.IOException;

/** Prints each call of the program's methods, indented, and how it ends. Options: most calls. */
public class MethodTrace implements Agent, CallListener {
  private final ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);
  private volatile int left = 1000;

  @Override
  public void start(ToolEnvironment environment, String options) throws IOException {
    if (!options.isEmpty()) {
      left = Integer.parseInt(options);
    }
    environment.onCalls(this);
  }

  @Override
  public void entered(ProgramMethod method) {
    print("> ", depth.get(), method);
    depth.set(depth.get() + 1);
  }

  @Override
  public void left(ProgramMethod method, boolean isThrown) {
    depth.set(depth.get() - 1);
    print(isThrown ? "! " : "< ", depth.get(), method);
  }

  private synchronized void print(String what, int depth, ProgramMethod method) {
    if (left > 0) {
      left--;
      System.out.println(
          Thread.currentThread().getName() + " " + "  ".repeat(depth) + what + method);
    }
  }
}
