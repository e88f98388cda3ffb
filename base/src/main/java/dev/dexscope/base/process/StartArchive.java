package dev.dexscope.base.process;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.Seal;
import dev.dexscope.base.files.Sha256;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The classes of a program as the Java VM had them after an earlier start, loaded and linked: its
 * ahead-of-time cache (JEP 483, JEP 514), which halves the start of a program of thousands of
 * classes. The first run records the classes that it has loaded; a process of its own creates the
 * archive from that in the background.
 *
 * <pre>{@code
 * var archive = new StartArchive(folder, "d8", classPath);
 * command.addAll(archive.options(recording));
 * command.addAll(List.of("-XX:+UseSerialGC", "-cp", classPath));
 * // The process is started, and ends.
 * archive.makeFrom(recording, List.of("-XX:+UseSerialGC", "-cp", classPath));
 * }</pre>
 */
public final class StartArchive {
  private static final String ENDING = ".aot";

  /** Of this class path and another: two that take turns need not make theirs anew each time. */
  private static final int KEPT = 2;

  private final boolean isRecordable;
  private final Path folder;
  private final Path file;

  /**
   * @param folder where archives are kept
   * @param name of the program; the last archives of each name are kept
   * @param classPath of the program: an archive is for exactly these files
   * @throws IOException if the files' sizes and times cannot be read
   */
  public StartArchive(Path folder, String name, String classPath) throws IOException {
    var text = new StringBuilder(System.getProperty("java.vm.version"));
    boolean hasFolders = false;
    for (String each : classPath.split(Pattern.quote(File.pathSeparator))) {
      Path entry = Path.of(each);
      text.append('\n').append(each);
      hasFolders |= Files.isDirectory(entry);
      if (Files.exists(entry)) {
        text.append(Files.size(entry)).append(Files.getLastModifiedTime(entry));
      }
    }
    var key = new CRC32();
    key.update(text.toString().getBytes(StandardCharsets.UTF_8));
    // The Java VM takes no folders into its archives.
    this.isRecordable = !hasFolders && Files.isWritable(folder);
    this.folder = folder;
    this.file = folder.resolve(name + "-" + Long.toHexString(key.getValue()) + ENDING);
  }

  Path file() {
    return file;
  }

  /**
   * Returns whether there is one to start from: a damaged one would end each run, so that it is not
   * used when it has changed, or when a run that started from it has crashed.
   */
  public boolean isThere() {
    return Seal.of(file).holds();
  }

  /**
   * Deletes it: a process that started from it ended before the program's code began.
   *
   * @throws IOException if an I/O error occurs
   */
  public void drop() throws IOException {
    Seal.of(file).delete();
  }

  /**
   * The Java VM's options for a run.
   *
   * @param recording where the run notes what it loads, if there is no archive yet
   */
  public List<String> options(Path recording) {
    if (isThere()) {
      List<String> options = new ArrayList<>(List.of("-XX:AOTCache=" + file));
      options.addAll(Seal.of(file).onCrash());
      return options;
    }
    return !isRecordable
        ? List.of()
        : List.of(
            "-XX:AOTMode=record",
            "-XX:AOTConfiguration=" + recording,
            // Otherwise it prints to standard output, which the program's own output uses.
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-DisplayVMOutput",
            // JDK 25.0.3 crashes in MethodTrainingData::cleanup at the end of a profiled game.
            "-XX:-AOTRecordTraining");
  }

  /**
   * Has the archive made, by a process that outlives this one.
   *
   * @param options of the run that made the recording, class path included
   * @throws IOException if the recording cannot be moved, or the process not be started
   */
  public void makeFrom(Path recording, List<String> options) throws IOException {
    if (isThere() || !Files.exists(recording)) {
      return;
    }
    Path kept = Files.createTempFile(folder, "start", ".record");
    try {
      Files.move(recording, kept, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(kept);
      throw e;
    }
    List<String> command = new ArrayList<>();
    command.add(JavaVm.program());
    command.addAll(JavaVm.BRIEF);
    command.add("-Xlog:disable");
    command.addAll(List.of("-cp", Tethered.own().toString()));
    command.addAll(List.of(StartArchive.class.getName(), kept.toString(), file.toString()));
    command.addAll(options);
    Process maker =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
    maker.getOutputStream().close();
  }

  /**
   * Makes an archive.
   *
   * @param args the recording, the archive, and the options of the Java VM that recorded
   * @throws IOException if an I/O error occurs
   */
  public static void main(String[] args) throws IOException {
    Path recording = Path.of(args[0]);
    Path file = Path.of(args[1]);
    List<String> options = List.of(args).subList(2, args.length);
    try {
      OutputFile.replace(
          file,
          part -> {
            assemble(recording, part, options);
            Seal.of(file).set(part, Sha256.of(part));
          });
      forgetOld(file);
    } finally {
      Files.deleteIfExists(recording);
    }
  }

  private static void assemble(Path recording, Path part, List<String> options) throws IOException {
    List<String> command = new ArrayList<>(List.of(JavaVm.program(), "-XX:AOTMode=create"));
    command.add("-XX:AOTConfiguration=" + recording);
    command.add("-XX:AOTCache=" + part);
    command.addAll(options);
    Process process = new ProcessBuilder(command).inheritIO().start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("no archive of " + recording);
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while an archive was made");
    }
  }

  static void forgetOld(Path file) throws IOException {
    String name = file.getFileName().toString();
    String ofProgram = name.substring(0, name.lastIndexOf('-') + 1);
    List<Path> archives = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(file.resolveSibling(""), ofProgram + "*" + ENDING)) {
      all.forEach(archives::add);
    }
    archives.sort(Comparator.comparing(StartArchive::time).reversed());
    for (Path each : archives.subList(Math.min(KEPT, archives.size()), archives.size())) {
      Seal.of(each).delete();
    }
  }

  private static FileTime time(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }
}
