package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dexscope.art.Art;
import dev.dexscope.art.ArtRun;
import dev.dexscope.art.ArtTrace;
import dev.dexscope.profile.ProfileRequest;
import dev.dexscope.profile.ProfileRun;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.Peers;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs on Android's own runtime, each a process. */
@FullTier("starts processes of Android's runtime, and D8")
class ArtProgramTest {
  @TempDir Path folder;

  private Path program;
  private ArtRun run;

  /** Also where every peer is required: its installation takes 12 minutes of CPU time. */
  @BeforeAll
  static void find() {
    assumeTrue(Peer.ART_ENGINE.isPresent(), "no Android runtime; type: dexscope art install");
  }

  @BeforeEach
  void compile() throws Exception {
    Path source = folder.resolve("Guest.java");
    Files.writeString(
        source,
        """
        public class Guest {
          static int work(int n) {
            return n < 2 ? n : work(n - 1) + work(n - 2);
          }
          public static void main(String[] args) throws Exception {
            System.out.println(System.getProperty("java.vm.name") + " " + String.join(" ", args)
                + " " + System.getProperty("level") + " " + (char) System.in.read());
            System.out.println(work(15));
            if (args[0].equals("throw")) {
              throw new IllegalStateException("thrown");
            }
            System.exit(Integer.parseInt(args[0]));
          }
        }
        """);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    TestCompiler.javac("--release", "11", "-d", classes.toString(), source.toString());
    program = folder.resolve("Guest.jar");
    TestCompiler.d8(TestCompiler.classesIn(classes), 26, program);
    run = ArtRun.of(new Art(Peer.ART_ENGINE.path()), List.of(program), "Guest");
  }

  private record Answer(int exitCode, String out, String err) {}

  private Answer start(ArtRun wanted) throws IOException {
    Path err = folder.resolve("err");
    Process process = wanted.prepare().redirectError(err.toFile()).start();
    try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
      in.write("x");
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(ArtRun.await(process), out, Files.readString(err));
  }

  @Test
  void aProgramHasItsArgumentsPropertiesInputAndExitCode() throws IOException {
    for (boolean isCompiled : new boolean[] {true, false}) {
      Answer answer =
          start(
              run.compiled(isCompiled)
                  .withArguments(List.of("7", "two"))
                  .withOptions(List.of("-Dlevel=3")));
      assertThat(answer).isEqualTo(new Answer(7, "Dalvik 7 two 3 x\n610\n", ""));
    }
  }

  @Test
  void androidsClassesAreThereWithWhatNeedsNoPhone() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Phone.java"),
            """
            import android.os.Handler;
            import android.os.Looper;
            import android.os.SystemClock;
            import android.util.Log;
            public class Phone {
              public static void main(String[] args) {
                Looper.prepare();
                long start = SystemClock.uptimeMillis();
                new Handler().postDelayed(() -> {
                  Log.i("phone", "later " + (SystemClock.uptimeMillis() - start >= 20));
                  Looper.myLooper().quit();
                }, 20);
                Looper.loop();
                System.out.println(android.net.Uri.parse("http://a/?b=c").getQueryParameter("b")
                    + android.os.Build.VERSION.SDK_INT);
                try {
                  android.os.Parcel.obtain();
                } catch (UnsatisfiedLinkError e) {
                  System.out.println(e.getMessage().contains("android.os.Parcel"));
                }
                System.exit(0);
              }
            }
            """);
    var art = new Art(Peer.ART_ENGINE.path());
    assumeTrue(art.hasAndroid(), "installed by an older version");
    Path classes = Files.createDirectory(folder.resolve("phone"));
    Peers.require(Peer.ANDROID_ALL);
    Path android = Peer.ANDROID_ALL.path();
    TestCompiler.javac(
        "--release", "11", "-cp", android + "", "-d", classes.toString(), source.toString());
    Path jar = folder.resolve("Phone.jar");
    TestCompiler.d8(TestCompiler.classesIn(classes), 26, jar);
    Answer answer = start(ArtRun.of(art, List.of(jar), "Phone").withAndroid());
    assertThat(answer.out()).isEqualTo("c30\ntrue\n");
    assertThat(answer.err()).matches("I/phone\\( *\\d+\\): later true\n");
  }

  @Test
  void anExceptionIsReportedByTheRuntime() throws IOException {
    Answer answer = start(run.withArguments(List.of("throw")));
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.err()).contains("java.lang.IllegalStateException: thrown", "Guest.java:10");
  }

  @Test
  void aProfileHasCountsOfOneRunAndTimesOfTheOther() throws IOException {
    ProfileRequest request =
        ProfileRequest.of(program, folder.resolve("profile"))
            .withArguments(List.of("7"))
            .elsewhere(new ArtRuntime(new ArtOptions(true, List.of(), 0, null)));
    ProfileRun profile = ProfileRun.prepare(request);
    profile.inject();
    assertThat(profile.run()).isEqualTo(7);
    Trace trace = profile.read(_ -> {});
    assertThat(trace.info().keys()).containsEntry(TraceInfo.RUNS, "twice");
    assertThat(calls(trace, trace.methods().named("Guest.work").getFirst())).isEqualTo(1973);
  }

  private static long calls(Trace trace, int method) {
    long calls = 0;
    for (TraceThread each : trace.threads()) {
      for (int node = 1; node < each.tree().size(); node++) {
        calls += each.tree().method(node) == method ? each.tree().calls(node) : 0;
      }
    }
    return calls;
  }

  @Test
  void aTraceIsWholeAfterAnExit() throws IOException {
    for (int buffer : new int[] {0, 1 << 20}) {
      Path file = folder.resolve("out" + buffer + ".trace");
      start(run.withArguments(List.of("7")).traced(new ArtTrace(file, buffer, 0)));
      assertThat(TraceReader.open(file).methods().named("Guest.work")).hasSize(1);
    }
  }
}
