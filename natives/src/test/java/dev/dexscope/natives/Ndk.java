package dev.dexscope.natives;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Builds libraries as Android's NDK does, with Debian's gcc: they need libc.so, not libc.so.6. */
final class Ndk {
  /** Whether symbols have the versions of Android's libraries, as those of newer NDKs. */
  enum Versions {
    NONE,
    LIBC
  }

  private final Path folder;

  Ndk(Path folder) {
    this.folder = folder;
  }

  /** Compiles a source to a library with that name. */
  Path build(Path source, String name, Versions versions, String... options)
      throws IOException, InterruptedException {
    Path libc = folder.resolve("ndk-" + versions).resolve("libc.so");
    Files.createDirectories(libc.getParent());
    List<String> command = new ArrayList<>(List.of("gcc", "-shared", "-nostdlib", "-fPIC"));
    command.addAll(List.of("-Wl,--no-as-needed", empty("libEGL.so").toString()));
    if (versions == Versions.LIBC) {
      stub(libc);
      command.add(libc.toString());
    }
    Path to = folder.resolve(name);
    command.addAll(List.of("-O1", "-fno-builtin", "-w", "-o", to.toString(), source.toString()));
    command.addAll(List.of("-Wl,-soname," + name, "-Wl,-z,now"));
    command.addAll(List.of(options));
    command.add("-lgcc"); // The compiler's own functions.
    run(command);
    return to;
  }

  /** A library with all functions of bionic, which do nothing. */
  private void stub(Path libc) throws IOException, InterruptedException {
    if (!Files.exists(libc)) {
      Path source = libc.resolveSibling("libc.s");
      var text = new StringBuilder(".text\n");
      for (String each : BionicTable.rows().keySet()) {
        text.append(".globl ").append(each).append("\n.type ").append(each).append(",@function\n");
        text.append(each).append(": ret\n");
      }
      Files.writeString(source, text, UTF_8);
      Path map = libc.resolveSibling("map");
      Files.writeString(map, "LIBC { global: *; };\n", UTF_8);
      run(
          List.of(
              "gcc",
              "-shared",
              "-nostdlib",
              "-Wl,-soname,libc.so",
              "-Wl,--version-script=" + map,
              "-o",
              libc.toString(),
              source.toString()));
    }
  }

  /** A library that others need by its name. */
  private Path empty(String name) throws IOException, InterruptedException {
    Path library = folder.resolve("ndk").resolve(name);
    if (!Files.exists(library)) {
      Files.createDirectories(library.getParent());
      Path source = Files.createFile(library.resolveSibling("empty.c"));
      run(
          List.of(
              "gcc",
              "-shared",
              "-nostdlib",
              "-Wl,-soname," + name,
              "-o",
              library.toString(),
              source.toString()));
    }
    return library;
  }

  /** Packs libraries as an APK does. */
  Path pack(String name, String abi, Path... libraries) throws IOException {
    Path apk = folder.resolve(name);
    try (var out = new ZipOutputStream(Files.newOutputStream(apk))) {
      for (Path each : libraries) {
        out.putNextEntry(new ZipEntry("lib/" + abi + "/" + each.getFileName()));
        Files.copy(each, out);
        out.closeEntry();
      }
    }
    return apk;
  }

  /** Returns the path of a file that belongs to the compiler. */
  String gccFile(String name) throws IOException, InterruptedException {
    return run(List.of("gcc", "-print-file-name=" + name)).strip();
  }

  /** Returns what binutils' readelf prints of a library. */
  static String readelf(String option, Path library) throws IOException, InterruptedException {
    return run(List.of("readelf", "-W", option, library.toString()));
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
    return output;
  }
}
