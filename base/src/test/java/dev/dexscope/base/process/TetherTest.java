package dev.dexscope.base.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In processes: only the system closes what an ended one has open. */
class TetherTest {
  /** A program of others: prints its arguments, and runs for ever unless there are none. */
  public static final class Program {
    private Program() {}

    public static void main(String[] args) throws InterruptedException {
      System.out.println(List.of(args));
      if (args.length > 0) {
        new CountDownLatch(1).await();
      }
    }
  }

  /** Prints its arguments. */
  public static final class Echo {
    private Echo() {}

    public static void main(String[] args) {
      System.out.println(List.of(args));
    }
  }

  /** Starts the program, prints its number, and goes on for ever. */
  public static final class Parent {
    private Parent() {}

    public static void main(String[] args) throws Exception {
      Process program = start(Program.class, "a", "b c");
      // It runs: its first line is there.
      String line = program.inputReader(StandardCharsets.UTF_8).readLine();
      System.out.println(program.pid() + " " + line);
      new CountDownLatch(1).await();
      program.destroy();
    }
  }

  private static Process start(Class<?> mainClass, String... arguments)
      throws IOException, URISyntaxException {
    Path classes =
        Path.of(TetherTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(Tethered.words(classes, mainClass.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  @Test
  void aProgramRunsAsItWouldAlone() throws Exception {
    Process program = start(Program.class);
    try (var out = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("[]");
      assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(program.exitValue()).isZero();
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void aProgramRunsAgainInTheSameProcess() throws Exception {
    Process program = start(Echo.class, "a", Tethered.NEXT, "b", "c");
    try (var out = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("[a]");
      assertThat(out.readLine()).isEqualTo("[b, c]");
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void aProgramEndsWhenItsParentIsKilled() throws Exception {
    Process parent = start(Parent.class);
    String[] words = {};
    try (var out = parent.inputReader(StandardCharsets.UTF_8)) {
      words = out.readLine().split(" ", 2);
      assertThat(words[1]).isEqualTo("[a, b c]");
      ProcessHandle program = ProcessHandle.of(Long.parseLong(words[0])).orElseThrow();
      parent.destroyForcibly();
      program.onExit().get(1, TimeUnit.MINUTES);
    } finally {
      parent.destroyForcibly();
      if (words.length > 0) {
        ProcessHandle.of(Long.parseLong(words[0])).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }
}
