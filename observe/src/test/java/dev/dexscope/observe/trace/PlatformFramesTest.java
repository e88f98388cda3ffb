package dev.dexscope.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Method;
import dev.dexscope.vm.instrument.MethodIds;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PlatformFramesTest {
  private static final int ENTER = CallTrace.ENTER;
  private static final int EXIT = CallTrace.EXIT;

  private final MethodIds methods = new MethodIds();
  private final int step = methods.of("phase", "tap", "", "", -1);
  private final int onDraw = methods.of("app.Chart", "onDraw", "()V", "Chart.java", 7);
  private final int compare = methods.of("app.Chart", "compare", "()I", "Chart.java", 9);
  private final int drawText = methods.of("android.graphics.Canvas", "drawText", "()V", "", -1);
  private final int loop = platform("android.os.Looper", "loop");
  private final int traverse = platform("android.view.ViewRootImpl", "performTraversals");
  private final int measure = platform("android.view.View", "measure");
  private final int draw = platform("android.view.View", "draw");
  private final int text = platform("android.graphics.BaseCanvas", "drawText");
  private final int shape = platform("android.text.Layout", "shape");

  /** Records: thread's method and action, CPU and elapsed microseconds. */
  private record Call(int methodAndAction, int cpu, int wall) {}

  private final List<Call> calls = new ArrayList<>();
  private final Deque<PlatformSamples.Sample> samples = new ArrayDeque<>();

  private int platform(String className, String name) {
    return methods.of(className, name + Method.SAMPLED, "()V", "", -1);
  }

  private void enter(int method, int cpu, int wall) {
    calls.add(new Call(method << 2 | ENTER, cpu, wall));
  }

  private void exit(int method, int cpu, int wall) {
    calls.add(new Call(method << 2 | EXIT, cpu, wall));
  }

  /** Negative numbers are methods of the program. */
  private void sample(int wall, int... frames) {
    samples.add(new PlatformSamples.Sample(wall * 1000L, frames));
  }

  private List<Call> merged() throws IOException {
    List<Call> merged = new ArrayList<>();
    frames = new PlatformFrames(methods, samples, 0);
    calls.forEach(each -> frames.place(each.methodAndAction, each.wall));
    frames.rewind();
    PlatformFrames.Sink sink = (record, cpu, wall) -> merged.add(new Call(record, cpu, wall));
    for (Call each : calls) {
      frames.merge(each.methodAndAction, each.cpu, each.wall, sink);
    }
    frames.finish(sink);
    return merged;
  }

  private PlatformFrames frames = new PlatformFrames(methods, samples, 0);

  /** As text: {@code >name} and {@code <name} with CPU and elapsed time. */
  private String told() throws IOException {
    var text = new StringBuilder();
    for (Call each : merged()) {
      text.append((each.methodAndAction & 3) == ENTER ? '>' : '<')
          .append(methods.method(each.methodAndAction >>> 2).name())
          .append(' ')
          .append(each.cpu)
          .append(' ')
          .append(each.wall)
          .append('\n');
    }
    return text.toString();
  }

  @Test
  void framesAreUnderTheCallThatSamplesSawThemIn() throws IOException {
    enter(step, 0, 0);
    sample(1000, loop, measure);
    sample(2000, loop, measure);
    sample(3000, loop, draw);
    exit(step, 4000, 4000);
    assertThat(told())
        .isEqualTo(
            """
            >tap 0 0
            >loop~ 500 500
            >measure~ 500 500
            <measure~ 2500 2500
            >draw~ 2500 2500
            <draw~ 4000 4000
            <loop~ 4000 4000
            <tap 4000 4000
            """);
  }

  @Test
  void aCallBeginsInTheFramesThatASampleInItHas() throws IOException {
    enter(step, 0, 0);
    sample(1000, loop, measure);
    enter(onDraw, 2000, 2000);
    sample(2500, loop, traverse, draw, -onDraw, shape);
    exit(onDraw, 3000, 3000);
    sample(3500, loop, traverse);
    exit(step, 4000, 4000);
    assertThat(told())
        .isEqualTo(
            """
            >tap 0 0
            >loop~ 500 500
            >measure~ 500 500
            <measure~ 1500 1500
            >traverse~ 1500 1500
            >draw~ 1500 1500
            >onDraw 2000 2000
            >shape~ 2250 2250
            <shape~ 3000 3000
            <onDraw 3000 3000
            <draw~ 3250 3250
            <traverse~ 4000 4000
            <loop~ 4000 4000
            <tap 4000 4000
            """
                .replace("traverse~", "performTraversals~"));
  }

  @Test
  void callsWithoutASampleStayInTheFramesAroundThem() throws IOException {
    enter(step, 0, 0);
    sample(1000, loop, draw);
    enter(compare, 1100, 1100);
    exit(compare, 1110, 1110);
    enter(compare, 1200, 1200);
    exit(compare, 1210, 1210);
    sample(2000, loop, draw);
    exit(step, 2500, 2500);
    assertThat(told())
        .isEqualTo(
            """
            >tap 0 0
            >loop~ 500 500
            >draw~ 500 500
            >compare 1100 1100
            <compare 1110 1110
            >compare 1200 1200
            <compare 1210 1210
            <draw~ 2500 2500
            <loop~ 2500 2500
            <tap 2500 2500
            """);
  }

  @Test
  void aRecordedCallOfThePlatformIsNotASecondTimeThere() throws IOException {
    enter(onDraw, 0, 0);
    enter(drawText, 100, 100);
    sample(1000, loop, -onDraw, text, shape);
    exit(drawText, 2000, 2000);
    exit(onDraw, 2100, 2100);
    assertThat(told())
        .isEqualTo(
            """
            >loop~ 0 0
            >onDraw 0 0
            >drawText 100 100
            >shape~ 550 550
            <shape~ 2000 2000
            <drawText 2000 2000
            <onDraw 2100 2100
            <loop~ 2100 2100
            """);
  }

  @Test
  void aThreadThatWaitsTakesNoProcessorTimeMeanwhile() throws IOException {
    enter(step, 0, 0);
    sample(1000, draw);
    sample(101_000, measure);
    exit(step, 4000, 102_000);
    assertThat(told())
        .isEqualTo(
            """
            >tap 0 0
            >draw~ 500 500
            <draw~ 2000 6000
            >measure~ 2000 96000
            <measure~ 4000 102000
            <tap 4000 102000
            """);
  }

  @Test
  void aSampleWithoutARecordedCallIsNotUsed() throws IOException {
    enter(step, 0, 0);
    enter(onDraw, 10, 10);
    sample(500, loop, draw);
    exit(onDraw, 1000, 1000);
    exit(step, 1000, 1000);
    assertThat(merged()).isEqualTo(calls);
    assertThat(frames.unplaced()).isEqualTo(1);
    assertThat(frames.placed()).isZero();
  }

  @Test
  void exitsOfCallsBeforeTheTracePassUnchanged() throws IOException {
    exit(onDraw, 0, 0);
    sample(10, draw);
    exit(step, 20, 20);
    assertThat(told())
        .isEqualTo(
            """
            <onDraw 0 0
            >draw~ 5 5
            <draw~ 20 20
            <tap 20 20
            """);
  }

  /** Whatever was sampled: what was recorded is there as it was, and all calls are nested. */
  @Property(tries = 300)
  void recordedCallsKeepTheirOrderAndTimes(@ForAll @LongRange(min = 0) long seed)
      throws IOException {
    var random = new java.util.Random(seed);
    calls.clear();
    samples.clear();
    int[] program = {step, onDraw, compare, drawText};
    int[] others = {loop, traverse, measure, draw, text, shape};
    Deque<Integer> running = new ArrayDeque<>();
    int wall = 0;
    int cpu = 0;
    for (int i = 0; i < 200; i++) {
      int passed = random.nextInt(random.nextInt(8) == 0 ? 30_000 : 400);
      wall += passed;
      cpu += random.nextInt(passed + 1);
      int action = random.nextInt(4);
      if (action == 0 && running.size() < 20) {
        running.push(program[random.nextInt(program.length)]);
        enter(running.peek(), cpu, wall);
      } else if (action == 1 && !running.isEmpty()) {
        exit(running.pop(), cpu, wall);
      } else {
        List<Integer> frames = new ArrayList<>();
        for (int each : running.reversed()) {
          for (int k = random.nextInt(3); k > 0; k--) {
            frames.add(others[random.nextInt(others.length)]);
          }
          if (random.nextInt(10) > 0) {
            frames.add(-each);
          }
        }
        frames.add(others[random.nextInt(others.length)]);
        sample(wall, frames.stream().mapToInt(Integer::intValue).toArray());
      }
    }
    while (!running.isEmpty()) {
      exit(running.pop(), cpu, wall);
    }
    List<Call> merged = merged();
    assertThat(merged.stream().filter(each -> !isSampled(each))).isEqualTo(calls);
    Deque<Integer> open = new ArrayDeque<>();
    int lastWall = 0;
    int lastCpu = 0;
    for (Call each : merged) {
      assertThat(each.wall).isGreaterThanOrEqualTo(lastWall);
      assertThat(each.cpu).isGreaterThanOrEqualTo(lastCpu);
      lastWall = each.wall;
      lastCpu = each.cpu;
      if ((each.methodAndAction & 3) == ENTER) {
        open.push(each.methodAndAction >>> 2);
      } else {
        assertThat(open.pop()).isEqualTo(each.methodAndAction >>> 2);
      }
    }
    assertThat(open).isEmpty();
  }

  private boolean isSampled(Call call) {
    return methods.method(call.methodAndAction >>> 2).isSampled();
  }
}
