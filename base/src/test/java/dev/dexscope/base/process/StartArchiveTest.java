package dev.dexscope.base.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.base.files.Seal;
import dev.dexscope.base.files.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartArchiveTest {
  @TempDir Path folder;

  private Path jar() throws IOException {
    Path source = folder.resolve("Hello.java");
    Files.writeString(
        source,
        "class Hello { public static void main(String[] a) { System.out.print(\"hi\"); } }");
    Path jar = folder.resolve("hello.jar");
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    ToolProvider pack = ToolProvider.findFirst("jar").orElseThrow();
    String classes = folder.resolve("classes").toString();
    assertThat(javac.run(System.out, System.err, "-d", classes, source.toString())).isZero();
    assertThat(pack.run(System.out, System.err, "cf", jar.toString(), "-C", classes, ".")).isZero();
    return jar;
  }

  private static String run(List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JavaVm.program()));
    command.addAll(options);
    command.add("Hello");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /** The real Java VM records, makes the archive, takes it. */
  @Test
  void whatARunHasRecordedIsTheNextOnesArchive() throws IOException, InterruptedException {
    String classPath = jar().toString();
    var archive = new StartArchive(folder, "a", classPath);
    Path recording = folder.resolve("a.record");
    List<String> quiet = List.of("-XX:+UseSerialGC", "-Xlog:disable", "-cp", classPath);
    List<String> options = new ArrayList<>(archive.options(recording));
    options.addAll(quiet);
    assertThat(run(options)).isEqualTo("hi");
    assertThat(recording).exists();

    List<String> args = new ArrayList<>(List.of(recording.toString(), archive.file().toString()));
    args.addAll(quiet);
    StartArchive.main(args.toArray(String[]::new));

    assertThat(recording).doesNotExist();
    assertThat(archive.isThere()).isTrue();
    options = new ArrayList<>(archive.options(recording));
    options.addAll(List.of("-XX:AOTMode=on", "-Xlog:class+load:stdout"));
    options.addAll(List.of("-XX:+UseSerialGC", "-cp", classPath));
    assertThat(run(options)).contains("Hello source: shared objects file").endsWith("hi");
  }

  private static Path made(StartArchive archive) throws IOException {
    Path file = Files.writeString(archive.file(), "an archive");
    Seal.of(file).set(Sha256.of(file));
    return file;
  }

  /** The next run of it records one that takes its place. */
  @Test
  void aDamagedArchiveIsNotUsed() throws IOException {
    var archive =
        new StartArchive(folder, "a", Files.writeString(folder.resolve("a.jar"), "a") + "");
    Path recording = folder.resolve("a.record");
    Path file = made(archive);
    assertThat(archive.options(recording).getFirst()).isEqualTo("-XX:AOTCache=" + file);

    Files.writeString(file, "an Archive");

    assertThat(archive.isThere()).isFalse();
    assertThat(archive.options(recording)).contains("-XX:AOTMode=record");
    made(archive);
    assertThat(archive.isThere()).isTrue();
  }

  @Test
  void anArchiveThatARunHasCrashedWithIsNotUsed() throws Exception {
    var archive =
        new StartArchive(folder, "a", Files.writeString(folder.resolve("a.jar"), "a") + "");
    made(archive);
    String option = archive.options(folder.resolve("a.record")).getLast();
    assertThat(option).startsWith("-XX:OnError=");

    String command = option.substring("-XX:OnError=".length());
    assertThat(new ProcessBuilder("sh", "-c", command).start().waitFor()).isZero();

    assertThat(archive.isThere()).isFalse();
  }

  @Test
  void anArchiveThatIsDroppedIsGone() throws IOException {
    var archive =
        new StartArchive(folder, "a", Files.writeString(folder.resolve("a.jar"), "a") + "");
    Path file = made(archive);

    archive.drop();

    assertThat(archive.isThere()).isFalse();
    assertThat(file).doesNotExist();
  }

  @Test
  void anotherClassPathHasAnotherArchive() throws IOException {
    Path jar = Files.writeString(folder.resolve("a.jar"), "a");
    made(new StartArchive(folder, "a", jar.toString()));
    assertThat(new StartArchive(folder, "a", jar.toString()).isThere()).isTrue();

    Files.setLastModifiedTime(jar, FileTime.fromMillis(1));

    assertThat(new StartArchive(folder, "a", jar.toString()).isThere()).isFalse();
    assertThat(new StartArchive(folder, "a", jar + "x").isThere()).isFalse();
    assertThat(new StartArchive(folder, "b", jar.toString()).isThere()).isFalse();
  }

  @Test
  void onlyTheLastTwoOfAProgramAreKept() throws IOException {
    for (int i = 1; i <= 3; i++) {
      Path old = Files.writeString(folder.resolve("app-35-" + i + ".aot"), "");
      Files.setLastModifiedTime(old, FileTime.fromMillis(i));
      Seal.of(old).set("");
    }
    Files.writeString(folder.resolve("app-30-1.aot"), "");

    StartArchive.forgetOld(folder.resolve("app-35-3.aot"));

    try (var left = Files.list(folder)) {
      assertThat(left.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "app-30-1.aot",
              "app-35-2.aot",
              "app-35-2.aot.seal",
              "app-35-3.aot",
              "app-35-3.aot.seal");
    }
  }
}
