import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.ProgramListener;
import dev.dexscope.agents.api.ToolEnvironment;
import dev.dexscope.observe.inspect.Heap;
import java.io.IOException;

/** Prints at the program's end which objects can still be reached. Options: how many classes. */
public class HeapViewer implements Agent {
  @Override
  public void start(ToolEnvironment environment, String options) {
    int most = options.isEmpty() ? 20 : Integer.parseInt(options);
    environment.onProgram(
        new ProgramListener() {
          @Override
          public void ended() throws IOException {
            System.out.printf("%12s %12s  %s%n", "objects", "bytes", "class");
            for (Heap.ClassCount each : environment.histogram().stream().limit(most).toList()) {
              System.out.printf(
                  "%,12d %,12d  %s%n", each.instances(), each.bytes(), each.className());
            }
          }
        });
  }
}
