import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.ProgramListener;
import dev.dexscope.agents.api.ToolEnvironment;
import dev.dexscope.observe.trace.CallListener;
import dev.dexscope.observe.trace.ProgramMethod;
import java.io.IOException;

/** Counts the program's calls, as events.c does with those of HotSpot. */
public class CallCounter implements Agent, CallListener, ProgramListener {
  private long counted;

  @Override
  public void start(ToolEnvironment environment, String options) throws IOException {
    environment.onCalls(this);
    environment.onProgram(this);
  }

  @Override
  public void entered(ProgramMethod method) {
    counted++;
  }

  @Override
  public void left(ProgramMethod method, boolean isThrown) {
    counted++;
  }

  @Override
  public void ended() {
    System.out.println("counted " + counted);
  }
}
