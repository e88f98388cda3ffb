import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.ProgramListener;
import dev.dexscope.agents.api.ToolEnvironment;
import dev.dexscope.observe.inspect.AllocationRecord;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Prints where the program has made the most bytes of objects. Options: how many places. */
public class HeapTracker implements Agent {
  private record Site(String descriptor, StackTraceElement place) {}

  private record Made(long objects, long bytes) {
    Made plus(Made more) {
      return new Made(objects + more.objects, bytes + more.bytes);
    }
  }

  private static final StackTraceElement NOWHERE = new StackTraceElement("?", "?", null, -1);

  private final Map<Site, Made> sites = new ConcurrentHashMap<>();

  @Override
  public void start(ToolEnvironment environment, String options) throws IOException {
    int most = options.isEmpty() ? 20 : Integer.parseInt(options);
    environment.onAllocations(this::made);
    environment.onProgram(
        new ProgramListener() {
          @Override
          public void ended() {
            print(most);
          }
        });
  }

  private void made(AllocationRecord object) {
    StackTraceElement place = object.stack().isEmpty() ? NOWHERE : object.stack().getFirst();
    sites.merge(
        new Site(object.descriptor(), place), new Made(1, object.size()), (a, b) -> a.plus(b));
  }

  private void print(int most) {
    System.out.printf("%12s %12s  %s%n", "objects", "bytes", "class, place");
    sites.entrySet().stream()
        .sorted(Comparator.comparingLong(each -> -each.getValue().bytes()))
        .limit(most)
        .forEach(
            each ->
                System.out.printf(
                    "%,12d %,12d  %s %s%n",
                    each.getValue().objects(),
                    each.getValue().bytes(),
                    each.getKey().descriptor(),
                    each.getKey().place()));
  }
}
