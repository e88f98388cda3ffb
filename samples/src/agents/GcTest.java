import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.ProgramListener;
import dev.dexscope.agents.api.ToolEnvironment;
import java.util.concurrent.atomic.AtomicLong;

/** Says what each garbage collection has freed, and at the end how many there were. */
public class GcTest implements Agent {
  private final AtomicLong collections = new AtomicLong();

  @Override
  public void start(ToolEnvironment environment, String options) {
    environment.onCollections(
        collection -> {
          collections.incrementAndGet();
          long freed = collection.usedBefore() - collection.usedAfter();
          System.out.printf(
              "%s, %s: %,d ms, %,d KB freed%n",
              collection.collector(), collection.cause(), collection.millis(), freed >> 10);
        });
    environment.onProgram(
        new ProgramListener() {
          @Override
          public void ended() {
            System.out.println(collections + " collections");
          }
        });
  }
}
