import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.ToolEnvironment;

/** Says which version of the interface it was compiled for, and which one the VM has. */
public class VersionCheck implements Agent {
  @Override
  public void start(ToolEnvironment environment, String options) {
    System.out.println("compiled for version " + ToolEnvironment.VERSION);
    System.out.println("runs on version " + environment.version());
    if (environment.version() < ToolEnvironment.VERSION) {
      throw new IllegalStateException("this VM is too old");
    }
  }
}
