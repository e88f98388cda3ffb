package dev.dexscope.trace.retrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import com.android.tools.r8.R8;
import com.android.tools.r8.R8Command;
import com.android.tools.r8.origin.Origin;
import com.android.tools.r8.retrace.ProguardMapProducer;
import com.android.tools.r8.retrace.ProguardMappingSupplier;
import com.android.tools.r8.retrace.RetraceCommand;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Traces of a program that R8 shrinks here, beside R8's own {@code retrace} and the program's own
 * traces before.
 */
@FullTier("R8 shrinks a program, which takes 5 s")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class R8RetraceTest {
  private static final String PROGRAM =
      """
      package shop;

      import java.util.*;
      import java.util.concurrent.Callable;
      import java.util.concurrent.locks.LockSupport;
      import java.util.function.*;

      public class Main implements Callable<Throwable> {
        public Throwable call() {
          try {
            new Cart().fill(System.nanoTime() > 0 ? 3 : 4);
            return null;
          } catch (RuntimeException e) {
            return e;
          }
        }
      }

      class Cart {
        private final List<Price> prices = new ArrayList<>();

        void fill(int count) {
          for (int i = 0; i < count; i++) {
            add(i);
          }
          Runnable sum = () -> sum(prices);
          try {
            sum.run();
          } catch (IllegalStateException e) {
            var all = new CartException("cart of " + prices.size(), e);
            try {
              total(prices.size() > 2 ? null : "1");
            } catch (NullPointerException n) {
              all.addSuppressed(n);
            }
            throw all;
          }
        }

        private void add(int i) {
          Log.pause();
          prices.add(i % 2 == 0 ? new Whole(i) : new Part(i, "p" + i));
        }

        private static void sum(List<Price> prices) {
          long sum = 0;
          for (Price each : prices) {
            sum += check(each.cents());
          }
          System.setProperty("shop.sum", "" + sum);
        }

        private static long check(long cents) {
          Log.pause();
          if (cents > 150) {
            throw new IllegalStateException("too much: " + cents);
          }
          return cents;
        }

        private static void total(String text) {
          System.setProperty("shop.total", text.trim());
        }
      }

      class Log {
        static void pause() {
          LockSupport.parkNanos(1000);
        }
      }

      interface Price {
        long cents();
      }

      record Whole(int euros) implements Price {
        public long cents() {
          return euros * 100L;
        }
      }

      record Part(int euros, String name) implements Price {
        public long cents() {
          return euros * 100L + name.length();
        }
      }

      class CartException extends RuntimeException {
        CartException(String message, Throwable cause) {
          super(message, cause);
        }
      }
      """;

  private Path mapping;
  private Path classes;
  private Path shrunk;
  private List<String> before;
  private List<String> after;

  @BeforeAll
  void shrink(@TempDir Path folder) throws Exception {
    Path source = Files.createDirectories(folder.resolve("src")).resolve("Main.java");
    Files.writeString(source, PROGRAM);
    classes = folder.resolve("classes");
    TestCompiler.javac("--release", "17", "-g", "-d", classes.toString(), source.toString());
    shrunk = folder.resolve("shrunk.jar");
    mapping = folder.resolve("mapping.txt");
    R8.run(
        R8Command.builder()
            .addProgramFiles(TestCompiler.classesIn(classes.resolve("shop")))
            .addLibraryResourceProvider(
                JdkClassFileProvider.fromSystemModulesJdk(Path.of(System.getProperty("java.home"))))
            .setMode(CompilationMode.RELEASE)
            .setProguardMapOutputPath(mapping)
            .setOutput(shrunk, OutputMode.ClassFile)
            .addProguardConfiguration(
                List.of(
                    "-keep class shop.Main { public <methods>; }",
                    "-keepattributes SourceFile,LineNumberTable",
                    "-renamesourcefileattribute Shop",
                    "-repackageclasses"),
                Origin.unknown())
            .build());
    before = trace(classes);
    after = trace(shrunk);
  }

  private static List<String> trace(Path classes) throws Exception {
    URL[] urls = {classes.toUri().toURL()};
    try (var loader = new URLClassLoader(urls, null)) {
      Object program = loader.loadClass("shop.Main").getConstructor().newInstance();
      Throwable thrown = (Throwable) ((Callable<?>) program).call();
      var text = new StringWriter();
      thrown.printStackTrace(new PrintWriter(text));
      return text.toString().lines().filter(line -> !line.contains("dev.dexscope")).toList();
    }
  }

  private List<String> ours(List<String> lines) throws Exception {
    Retrace.Log log = Retrace.read(mapping).log();
    return lines.stream().flatMap(line -> log.restore(line).stream()).toList();
  }

  private List<String> ofR8(List<String> lines) {
    List<String> result = new ArrayList<>();
    com.android.tools.r8.retrace.Retrace.run(
        RetraceCommand.builder()
            .setMappingSupplier(
                ProguardMappingSupplier.builder()
                    .setProguardMapProducer(ProguardMapProducer.fromPath(mapping))
                    .build())
            .setStackTrace(lines)
            .setRetracedStackTraceConsumer(result::addAll)
            .build());
    return result;
  }

  private static List<String> ofTheProgram(List<String> lines) {
    return lines.stream().filter(line -> line.contains("shop.")).toList();
  }

  @Test
  void theProgramsOwnTraceComesBack() throws Exception {
    assertThat(String.join("\n", after)).doesNotContain("shop.Cart");
    assertThat(ours(after)).isEqualTo(ofR8(after));
    assertThat(ofTheProgram(ours(after))).isEqualTo(ofTheProgram(before));
  }

  /** The call paths of the program's waits, each with its lines. */
  private static List<String> waits(Path program, TraceOptions options, Path file)
      throws Exception {
    try (var recording = new Recording()) {
      recording.enable("jdk.ThreadPark").withStackTrace().withThreshold(Duration.ZERO);
      recording.start();
      trace(program);
      recording.stop();
      recording.dump(file);
    }
    Trace trace = TraceReader.open(file, options.withEvent("lock"));
    List<String> paths = new ArrayList<>();
    for (TraceThread thread : trace.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        Method method = trace.methods().get(tree.method(node));
        if (method.className().equals("shop.Log")) {
          paths.add(path(trace, tree, node));
        }
      }
    }
    return paths.stream().sorted().toList();
  }

  private static String path(Trace trace, CallTree tree, int innermost) {
    var path = new StringBuilder();
    for (int node = innermost; node > 0; node = tree.parent(node)) {
      Method method = trace.methods().get(tree.method(node));
      if (method.className().startsWith("shop.") && !method.className().contains("$$Lambda")) {
        path.append(method.fullName());
        trace
            .lines()
            .of(tree.method(node), _ -> true)
            .forEach(each -> path.append(':').append(each.line()));
        path.append('\n');
      }
    }
    return path.toString();
  }

  /** A recording of the shrunk program has the frames and lines of the program as it was. */
  @Test
  void theStacksOfAProfileComeBackWithWhatWasInlined(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("a.jfr");
    TraceOptions plain = TraceOptions.PLAIN;
    List<String> asWritten = waits(classes, plain, file);

    assertThat(asWritten).hasSizeGreaterThan(1).anyMatch(path -> path.lines().count() > 4);
    assertThat(waits(shrunk, plain, file)).isEmpty();
    assertThat(waits(shrunk, plain.withMapping(mapping), file)).isEqualTo(asWritten);
  }

  @Test
  void anyLineOfAnyMethodIsAsR8RestoresIt() throws Exception {
    List<String> lines = everyMethod(new Random(11));

    assertThat(lines).hasSizeGreaterThan(100);
    assertThat(ours(lines)).isEqualTo(ofR8(lines));
  }

  /** Frames of all methods of the mapping file, with and without lines, right and wrong ones. */
  private List<String> everyMethod(Random random) throws Exception {
    Pattern type = Pattern.compile("\\S+ -> (\\S+):");
    Pattern method = Pattern.compile("\\s+(?:(\\d+):(\\d+):)?\\S+ \\S+\\(.*\\).* -> (\\S+)");
    List<String> places =
        List.of("Shop:%d", "r8-map-id-0a1b:%d", "Unknown Source", "", ":%d", "Native Method");
    List<String> lines = new ArrayList<>();
    String current = "";
    for (String line : Files.readAllLines(mapping)) {
      Matcher m = type.matcher(line);
      if (m.matches()) {
        current = m.group(1);
        lines.add("Caused by: " + current + ": bad");
      }
      m = method.matcher(line);
      if (m.matches()) {
        for (int i = 0; i < 4; i++) {
          int at = m.group(1) == null ? i : Integer.parseInt(m.group(1)) + random.nextInt(4) - 1;
          String place = places.get(random.nextInt(places.size())).formatted(Math.max(at, 0));
          lines.add("\tat " + current + "." + m.group(3) + "(" + place + ")");
        }
      }
    }
    return lines;
  }
}
