package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A replay is balanced, never goes back in time, and adds up to the tree. */
class ReplayTest {
  private static final class Check implements CallVisitor {
    private record Call(int method, long start) {}

    final Map<Integer, Deque<Call>> stacks = new HashMap<>();
    final Map<Integer, Long> last = new HashMap<>();
    final Map<Integer, long[]> inclusive = new HashMap<>();

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      forward(thread, wall);
      stack(thread).push(new Call(method, wall));
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      forward(thread, wall);
      Call call = stack(thread).pop();
      assertThat(call.method()).isEqualTo(method);
      if (stack(thread).isEmpty()) {
        inclusive.computeIfAbsent(thread, _ -> new long[1])[0] += wall - call.start();
      }
    }

    private Deque<Call> stack(int thread) {
      return stacks.computeIfAbsent(thread, _ -> new ArrayDeque<>());
    }

    private void forward(int thread, long wall) {
      assertThat(wall).isGreaterThanOrEqualTo(last.getOrDefault(thread, 0L));
      last.put(thread, wall);
    }
  }

  static List<Path> files() throws IOException {
    return RealTraces.readable();
  }

  @ParameterizedTest
  @MethodSource("files")
  void isBalancedAndAddsUp(Path file) throws IOException {
    Trace trace = TraceReader.open(file);
    var check = new Check();
    trace.replay(check);

    assertThat(check.stacks.values()).allSatisfy(stack -> assertThat(stack).isEmpty());
    for (int i = 0; i < trace.threads().size(); i++) {
      CallTree tree = trace.threads().get(i).tree();
      assertThat(check.inclusive.getOrDefault(i, new long[1])[0])
          .as("thread %d", i)
          .isEqualTo(tree.inclusiveWall(0));
      long exclusive = 0;
      for (int node = 0; node < tree.size(); node++) {
        assertThat(tree.exclusiveWall(node)).isNotNegative();
        exclusive += tree.exclusiveWall(node);
      }
      assertThat(exclusive).isEqualTo(tree.inclusiveWall(0));
    }
  }
}
