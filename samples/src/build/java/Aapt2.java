import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Android's compiler of resources, with the table of the framework's own that it needs. Apktool's
 * library carries both, for Linux, macOS and Windows.
 */
record Aapt2(Path program, Path framework) {

  /** Unpacks it into a folder, where it stays. */
  static Aapt2 unpack(Path folder) throws IOException {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String program =
        system.startsWith("windows")
            ? "windows/aapt2_64.exe"
            : (system.startsWith("mac") ? "macosx" : "linux") + "/aapt2_64";
    var aapt2 =
        new Aapt2(
            unpack(program, folder.resolve(Path.of(program).getFileName())),
            unpack("android-framework.jar", folder.resolve("android-framework.jar")));
    aapt2.program.toFile().setExecutable(true);
    return aapt2;
  }

  private static Path unpack(String name, Path file) throws IOException {
    if (!Files.exists(file)) {
      Path part = file.resolveSibling(file.getFileName() + ".part");
      Files.createDirectories(file.getParent());
      try (InputStream in = ClassLoader.getSystemResourceAsStream("prebuilt/" + name)) {
        Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return file;
  }

  /** Whether this machine can start it: there are none for ARM on Linux. */
  boolean runs() throws InterruptedException {
    try {
      return start(Redirect.DISCARD, "version") == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Makes a package of a manifest and resources.
   *
   * @param java where its {@code R.java} goes
   */
  void link(Path manifest, Path resources, Path java, Path apk)
      throws IOException, InterruptedException {
    Path compiled = apk.resolveSibling("resources.zip");
    run("compile", "--dir", resources.toString(), "-o", compiled.toString());
    run(
        "link",
        "--no-compile-sdk-metadata",
        "-I",
        framework.toString(),
        "--manifest",
        manifest.toString(),
        "--java",
        java.toString(),
        "-o",
        apk.toString(),
        compiled.toString());
  }

  private void run(String... arguments) throws IOException, InterruptedException {
    int exit = start(Redirect.INHERIT, arguments);
    if (exit != 0) {
      throw new IOException("aapt2 " + arguments[0] + " ended with exit code " + exit);
    }
  }

  private int start(Redirect errors, String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(Redirect.DISCARD)
        .redirectError(errors)
        .start()
        .waitFor();
  }
}
