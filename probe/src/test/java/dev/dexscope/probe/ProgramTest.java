package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.TraceReader;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link Program} from its start to its end: the files have the calls that it counted itself. */
class ProgramTest {
  private static final String[] NAMES = {
    "p.Main.main([Ljava/lang/String;)V",
    "p.Main.fib(I)I",
    "p.Main.mayThrow(I)V",
    "p.Main.leave()V",
    "p.Main.work()V"
  };
  private static final Pattern COUNTED = Pattern.compile("calls (\\d) (\\d+)");
  private static final Pattern PORT = Pattern.compile("Alfred waits at port (\\d+)");
  private static final Pattern ROW = Pattern.compile("\"(p\\.Main[^\"]*)\" (\\d+) .*");

  @TempDir private Path folder;

  private record Run(String output, int exitCode) {
    /** Returns the program's own counts, by name. */
    Map<String, Long> calls() {
      Map<String, Long> calls = new TreeMap<>();
      Matcher matcher = COUNTED.matcher(output);
      while (matcher.find()) {
        calls.put(NAMES[Integer.parseInt(matcher.group(1))], Long.parseLong(matcher.group(2)));
      }
      return calls;
    }
  }

  @Test
  void aPlainVmsProfileIsWrittenAtTheEnd() throws Exception {
    Run run = runOnThisVm("TAU_ALFRED_PORT=0\nTAU_TRACE=1\nTAU_COMPENSATE=1\n");

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.calls()).hasSize(NAMES.length);
    assertThat(profiles()).hasSize(5);
    assertThat(profiledCalls()).isEqualTo(run.calls());
    Trace trace = TraceReader.open(folder.resolve("dexscope.0.trace"));
    assertThat(trace.quality().isClean()).as("%s", trace.quality()).isTrue();
    assertThat(trace.threads()).hasSize(5);
  }

  /** Throttling looks at times: without them it has to keep off. */
  @Test
  void withoutAClockTheProfileHasTheCallsAlone() throws Exception {
    Run run = runOnThisVm("TAU_ALFRED_PORT=0\nTAU_METRICS=NONE\nTAU_THROTTLE_NUMCALLS=10\n");

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(profiledCalls()).isEqualTo(run.calls());
    for (Path profile : profiles()) {
      List<String> lines = Files.readAllLines(profile);
      assertThat(lines.getFirst()).endsWith(" templated_functions_MULTI_CALLS");
      // Name, calls, subroutines, and in the metric's two columns the calls again.
      assertThat(lines)
          .filteredOn(each -> each.startsWith("\""))
          .allMatch(each -> each.matches("\".*\" (\\d+) \\d+ \\1 \\1 0 GROUP=.*"));
    }
  }

  @Test
  void anExceptionThatNobodyCatchesStillLeavesAProfile() throws Exception {
    Run run = runOnThisVm("TAU_ALFRED_PORT=0\n", "fail");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.output())
        .contains("Exception in thread \"main\" java.lang.IllegalStateException: as was asked for");
    assertThat(profiledCalls()).isEqualTo(run.calls());
  }

  @Test
  void settingsThatAreWrongAreSaidAndDoNoHarm() throws Exception {
    Run run = runOnThisVm("TAU_ALFRED_PORT=0\nTAU_SPEED=9\n", "exit");

    assertThat(run.output()).contains("TAU: ./tau.conf:2: TAU_SPEED is not known");
    assertThat(profiledCalls()).isEqualTo(run.calls());
  }

  @Test
  void profilesAreWrittenEverySoOftenWhenAsked() throws Exception {
    Files.writeString(
        folder.resolve("tau.conf"),
        "TAU_ALFRED_PORT=0\nTAU_ALFRED_SOCKET=0\nTAU_DUMP_INTERVAL=1\n");
    Process process =
        new ProcessBuilder(onThisVm("wait"))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    try (WatchService changes = folder.getFileSystem().newWatchService();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      folder.register(changes, StandardWatchEventKinds.ENTRY_CREATE);
      String counted = untilReady(output);
      // The program waits; the next dump after that has all its calls.
      Map<String, Long> expected = new Run(counted, 0).calls();
      while (!profiledCalls().equals(expected)) {
        WatchKey key = changes.poll(30, TimeUnit.SECONDS);
        assertThat(key).as("no other dump").isNotNull();
        key.pollEvents();
        key.reset();
      }
    } finally {
      process.getOutputStream().close();
      process.waitFor();
    }
  }

  /** No hook runs there when a program ends by itself. */
  @ParameterizedTest
  @CsvSource({"'', 5", "exit, 4"})
  @NeedsPeer(Peer.ART)
  void theDexFileRunsOnAndroid(String end, int threads) throws Exception {
    Path jar = jar("TAU_ALFRED_PORT=0\nTAU_TRACE=1\nPROFILEDIR=" + folder + "\n");
    List<String> command = new ArrayList<>();
    command.add(Peer.ART.path().resolve("art").toString());
    command.addAll(List.of("-cp", jar.toString(), Program.class.getName()));
    if (!end.isEmpty()) {
      command.add(end);
    }

    Run run = run(command);

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.calls()).as(run.output()).hasSize(NAMES.length);
    assertThat(profiles()).as(run.output()).hasSize(threads);
    assertThat(profiledCalls()).isEqualTo(run.calls());
    Trace trace = TraceReader.open(folder.resolve("dexscope.0.trace"));
    assertThat(trace.quality().isClean()).as("%s", trace.quality()).isTrue();
    assertThat(trace.threads()).hasSize(threads);
  }

  @Test
  @NeedsPeer(Peer.ART)
  void alfredServesOnAndroid() throws Exception {
    Path jar = jar("TAU_ALFRED_PORT=" + freePort() + "\nTAU_VERBOSE=1\nPROFILEDIR=" + folder);
    Process process =
        new ProcessBuilder(
                Peer.ART.path().resolve("art").toString(),
                "-cp",
                jar.toString(),
                Program.class.getName(),
                "wait")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      String counted = untilReady(output);
      Matcher port = PORT.matcher(counted);
      assertThat(port.find()).as("%s", counted).isTrue();
      assertThat(ask(Integer.parseInt(port.group(1)), "DUMP"))
          .isEqualTo("OK 4 profiles in " + folder);
      assertThat(profiledCalls()).isEqualTo(new Run(counted, 0).calls());
    } finally {
      process.getOutputStream().close();
      process.waitFor();
    }
  }

  private static String untilReady(BufferedReader output) throws IOException {
    var said = new StringBuilder();
    for (String line = ""; !line.equals("ready"); line = output.readLine()) {
      assertThat(line).as("ended after %s", said).isNotNull();
      said.append(line).append('\n');
    }
    return said.toString();
  }

  /** One that was free a moment ago; Alfred takes one of the next if it no longer is. */
  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static String ask(int port, String command) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.UTF_8).strip();
    }
  }

  private Run runOnThisVm(String conf, String... args) throws Exception {
    // Other programs of this JVM may be at its socket: the node has to be 0.
    Files.writeString(folder.resolve("tau.conf"), conf + "TAU_ALFRED_SOCKET=0\n");
    return run(onThisVm(args));
  }

  private static List<String> onThisVm(String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String classes = location(Profiler.class) + File.pathSeparator + location(Program.class);
    command.addAll(List.of("-cp", classes, Program.class.getName()));
    command.addAll(List.of(args));
    return command;
  }

  private Run run(List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(output, process.waitFor());
  }

  /** The runtime's dex file as it was built, the program's, and the assets. */
  private Path jar(String conf) throws Exception {
    Path dex = Files.createDirectory(folder.resolve("dex"));
    List<Path> classes = new ArrayList<>();
    Path tests = location(Program.class).resolve("dev/dexscope/probe");
    try (Stream<Path> files = Files.list(tests)) {
      files
          .filter(each -> each.getFileName().toString().matches("Program(\\$\\d+)?\\.class"))
          .forEach(classes::add);
    }
    D8.run(
        D8Command.builder()
            .addProgramFiles(classes)
            .addLibraryResourceProvider(JdkClassFileProvider.fromSystemJdk())
            .setMinApiLevel(26)
            .setMode(CompilationMode.RELEASE)
            .setOutput(dex, OutputMode.DexIndexed)
            .build());
    Path jar = folder.resolve("program.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar));
        InputStream runtime = Profiler.class.getResourceAsStream("classes.dex");
        InputStream names = Assets.open(MethodNames.ASSET)) {
      entry(zip, "classes.dex", Objects.requireNonNull(runtime).readAllBytes());
      entry(zip, "classes2.dex", Files.readAllBytes(dex.resolve("classes.dex")));
      entry(zip, "assets/tau.conf", conf.getBytes(StandardCharsets.UTF_8));
      entry(zip, "assets/" + MethodNames.ASSET, Objects.requireNonNull(names).readAllBytes());
    }
    return jar;
  }

  private static void entry(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(bytes);
  }

  private List<Path> profiles() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(each -> each.getFileName().toString().matches("profile\\.\\d+\\.0\\.\\d"))
          .toList();
    }
  }

  private Map<String, Long> profiledCalls() throws IOException {
    Map<String, Long> calls = new TreeMap<>();
    for (Path profile : profiles()) {
      for (String line : Files.readAllLines(profile)) {
        Matcher row = ROW.matcher(line);
        if (row.matches()) {
          calls.merge(row.group(1), Long.parseLong(row.group(2)), Long::sum);
        }
      }
    }
    return calls;
  }

  private static Path location(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
