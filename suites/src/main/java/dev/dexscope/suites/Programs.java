package dev.dexscope.suites;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs our test programs ({@code suites/src/guest}) on the JVM from their class files and on an
 * engine from dex code of several API levels, and compares what they print and their exit codes.
 * {@code suites/vm-programs} starts it.
 */
public final class Programs {
  /**
   * Other levels, other instructions: no invoke-custom, no interface methods, no polymorphic calls
   * ...
   */
  private static final List<Integer> LEVELS = List.of(21, 26, 28, 34);

  /** The genuine runtime here is that of level 30. */
  private static final int ART_LEVEL = 30;

  private static final Pattern NEEDS = Pattern.compile("Needs min-api (\\d+)");
  private static final Pattern NOT_ON_ART = Pattern.compile("Not on ART");
  private static final int SECONDS = 120;

  private final Path work;
  private final Path root = Path.of(System.getenv("DEXSCOPE_ROOT"));
  private final String engine;
  private final Pattern only;

  /** A program, and where it can run. */
  private record Program(String name, int needs, boolean onArt) {
    static Program read(Path source) throws IOException {
      String text = Files.readString(source);
      Matcher needs = NEEDS.matcher(text);
      String name = source.getFileName().toString().replace(".java", "");
      return new Program(
          name,
          needs.find() ? Integer.parseInt(needs.group(1)) : 1,
          !NOT_ON_ART.matcher(text).find());
    }
  }

  private Programs(Path work, String engine, String only) {
    this.work = work;
    this.engine = engine;
    this.only = Pattern.compile(only);
  }

  public static void main(String[] args) throws Exception {
    String engine = args.length > 1 ? args[1] : "translated";
    String only = args.length > 2 ? args[2] : "";
    System.exit(new Programs(Path.of(args[0]), engine, only).run() == 0 ? 0 : 1);
  }

  private int run() throws Exception {
    build();
    int differences = 0;
    int same = 0;
    var input = work.resolve("input.txt");
    Files.writeString(input, "one\ntwo \u00e9\n");
    for (Program program : programs()) {
      if (!only.matcher(program.name).find()) {
        continue;
      }
      String expected = output("host", program, 0);
      for (int level : LEVELS) {
        boolean beyondArt = level > ART_LEVEL || !program.onArt;
        if (level < program.needs || (engine.startsWith("art") && beyondArt)) {
          continue;
        }
        if (output(engine, program, level).equals(expected)) {
          same++;
          continue;
        }
        differences++;
        System.out.printf("--- %s at level %d%n%s", program.name, level, diff(program, level));
      }
    }
    System.out.printf(
        "%s: %d runs print the same as on the JVM, %d do not%n", engine, same, differences);
    return differences;
  }

  private List<Program> programs() throws IOException {
    var programs = new ArrayList<Program>();
    for (Path folder : List.of(sources(), generated())) {
      try (Stream<Path> files = Files.list(folder.resolve("guest"))) {
        for (Path file : files.sorted().toList()) {
          programs.add(Program.read(file));
        }
      }
    }
    return programs;
  }

  private Path sources() {
    return root.resolve("suites/src/guest/java");
  }

  private Path generated() {
    return work.resolve("generated");
  }

  private Path jar(int level) {
    return work.resolve("guest-" + level + ".jar");
  }

  private void build() throws Exception {
    Path big = generated().resolve("guest/BigMethods.java");
    Files.createDirectories(big.getParent());
    Files.writeString(big, BigMethods.source());
    Path classes = work.resolve("classes");
    GuestBuild.javac(List.of(sources(), generated()), List.of(), classes);
    Path resources = root.resolve("suites/src/guest/resources");
    GuestBuild.copy(resources, classes);
    for (int level : LEVELS) {
      GuestBuild.d8(List.of(classes), List.of(), level, jar(level));
      GuestBuild.addResources(resources, jar(level));
    }
  }

  /** Returns the output of a program on an engine, and its exit code. */
  private String output(String where, Program program, int level)
      throws IOException, InterruptedException {
    Path file = file(where, program, level);
    Files.createDirectories(file.getParent());
    var words = List.of("guest." + program.name, "a", "b c");
    String classes = work.resolve("classes").toString();
    int exit =
        new EngineRun(where, classes, jar(level).toString(), "-Xmx512m", words)
            .run(work, work.resolve("input.txt"), file, errors(file), SECONDS);
    String end = exit == Shell.TIMED_OUT ? "timed out" : "exit code " + exit;
    Files.writeString(file, end + "\n", java.nio.file.StandardOpenOption.APPEND);
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  private Path file(String where, Program program, int level) {
    return work.resolve("out")
        .resolve(where + (level == 0 ? "" : "-" + level))
        .resolve(program.name + ".txt");
  }

  private static Path errors(Path output) {
    return output.resolveSibling(output.getFileName().toString().replace(".txt", ".err"));
  }

  private String diff(Program program, int level) throws IOException, InterruptedException {
    Path out = work.resolve("diff.txt");
    Path real = file(engine, program, level);
    Shell.run(
        work,
        Map.of(),
        out,
        SECONDS,
        List.of("diff", "-a", "-U0", file("host", program, 0).toString(), real.toString()));
    var lines = new ArrayList<String>();
    Files.readAllLines(out, StandardCharsets.ISO_8859_1).stream()
        .skip(3)
        .limit(8)
        .forEach(lines::add);
    Files.readAllLines(errors(real), StandardCharsets.ISO_8859_1).stream()
        .limit(6)
        .map(line -> "err: " + line)
        .forEach(lines::add);
    return String.join("\n", lines) + "\n";
  }
}
