package dev.dexscope.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.vm.Engine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program sees no frames, threads and options of ours in its process. */
class OwnWorldTest {
  private static final String SOURCE =
      """
      import java.lang.management.*;
      import java.util.*;
      import java.util.stream.*;

      public class World {
        static class Callee {
          static Class<?> caller() {
            return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
          }
        }

        public static void walk() {
          System.out.println("walk " + StackWalker.getInstance().walk(frames ->
              frames.map(each -> each.getClassName() + "." + each.getMethodName()).collect(Collectors.toList())));
          StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES)
              .forEach(each -> System.out.println("hidden " + each.getClassName().matches(".*[Dd]ex.*")));
        }

        static String frames(StackTraceElement[] trace) {
          return Arrays.stream(trace)
              .filter(each -> !each.getClassName().matches("(java|sun|jdk)[.].*"))
              .map(each -> each.getClassName() + "." + each.getMethodName()).collect(Collectors.joining(" "));
        }

        public static void main(String[] args) throws Exception {
          walk();
          World.class.getMethod("walk").invoke(null);
          System.out.println("caller " + Callee.caller());
          System.out.println("caller by reflection " + Callee.class.getDeclaredMethod("caller").invoke(null));
          try {
            System.out.println(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass());
          } catch (IllegalCallerException e) {
            System.out.println("nobody calls main");
          }
          ThreadMXBean threads = ManagementFactory.getThreadMXBean();
          for (ThreadInfo each : threads.dumpAllThreads(false, false)) {
            if (each.getThreadName().equals("main") || !frames(each.getStackTrace()).isEmpty()) {
              System.out.println("dump " + each.getThreadName() + " " + frames(each.getStackTrace()));
            }
          }
          System.out.println("count " + (threads.getThreadCount() == threads.getAllThreadIds().length));
          System.out.println("own " + frames(threads.getThreadInfo(Thread.currentThread().getId(), 99).getStackTrace()));
          Thread.getAllStackTraces().forEach((thread, trace) -> {
            if (thread.getName().equals("main") || !frames(trace).isEmpty()) {
              System.out.println("trace " + thread.getName() + " " + frames(trace));
            }
          });
          RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
          System.out.println("arguments " + runtime.getInputArguments());
          System.out.println("command " + runtime.getSystemProperties().containsKey("sun.java.command"));
          System.out.println("path " + runtime.getClassPath().endsWith("classes.dex"));
        }
      }
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aProgramSeesItsOwnWorld(Engine engine) throws Exception {
    List<String> lines =
        DexProgram.compile(folder, "World", SOURCE).on(engine).output().lines().toList();

    assertThat(lines)
        .filteredOn(line -> !line.startsWith("hidden"))
        .containsExactly(
            "walk [World.walk, World.main]",
            "walk [World.walk, World.main]",
            "caller class World",
            "caller by reflection class World",
            "nobody calls main",
            "dump main World.main",
            "count true",
            "own World.main",
            "trace main World.main",
            "arguments []",
            "command false",
            "path true");
    assertThat(lines).contains("hidden false").doesNotContain("hidden true");
  }
}
