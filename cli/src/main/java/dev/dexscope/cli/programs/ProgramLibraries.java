package dev.dexscope.cli.programs;

import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.natives.LibraryFate;
import dev.dexscope.natives.NativeLibraries;
import dev.dexscope.natives.NativeSettings;
import dev.dexscope.natives.NativeSettings.Network;
import dev.dexscope.observe.Observation;
import dev.dexscope.vm.Vm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The native libraries in the files of a program, below {@code lib/}, as in an APK. */
final class ProgramLibraries implements AutoCloseable {
  private static final String PATH = "java.library.path";

  /** Android's level whose functions programs find; they run without a framework. */
  private static final int LEVEL = 35;

  private final @Nullable TemporaryFolder folder;
  private final @Nullable NativeLibraries libraries;

  private ProgramLibraries(@Nullable TemporaryFolder folder, @Nullable NativeLibraries libraries) {
    this.folder = folder;
    this.libraries = libraries;
  }

  /**
   * Translates the libraries.
   *
   * @param classPath the program's files
   * @param isPermitted whether they run without a question
   * @param observation of the VM that runs the program, for the log
   */
  static ProgramLibraries of(List<Path> classPath, boolean isPermitted, Observation observation)
      throws IOException {
    List<Path> packages = new ArrayList<>();
    for (Path each : classPath) {
      if (Files.isRegularFile(each) && hasLibraries(each)) {
        packages.add(each);
      }
    }
    if (packages.isEmpty() || !isPermitted(isPermitted, packages)) {
      return new ProgramLibraries(null, null);
    }
    TemporaryFolder folder = TemporaryFolder.make();
    var libraries =
        new NativeLibraries(folder.path(), NativeSettings.of(LEVEL, Network.ON, observation::log));
    for (LibraryFate each : libraries.unpack(packages)) {
      if (each.state() != LibraryFate.State.READY) {
        System.err.println("dexscope: native library " + each.name() + ": " + each.detail());
      }
    }
    return new ProgramLibraries(folder, libraries);
  }

  /** Without the permission the program finds none. */
  private static boolean isPermitted(boolean isGiven, List<Path> packages) throws IOException {
    return isGiven || NativePermission.of(Terminal.ofProcess(), false).isGiven(packages);
  }

  /** By the JDK's reader: its classes are in the class cache, and our own maps the file. */
  private static boolean hasLibraries(Path file) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry each : Collections.list(zip.entries())) {
        if (each.getName().startsWith("lib/")) {
          return true;
        }
      }
      return false;
    } catch (ZipException e) {
      return false; // A dex file.
    }
  }

  /** Returns the program's properties, with the folder where its class loader finds them. */
  Map<String, String> properties(Map<String, String> given) {
    NativeLibraries found = libraries;
    if (found == null) {
      return given;
    }
    Map<String, String> all = new LinkedHashMap<>(given);
    all.merge(PATH, found.folder().toString(), (a, b) -> b + File.pathSeparator + a);
    return all;
  }

  /** Sets the VM, which has been started, to find them. */
  void begin() {
    NativeLibraries found = libraries;
    if (found != null) {
      Vm.findNatives(found::file);
    }
  }

  @Override
  public void close() {
    if (folder != null) {
      folder.close();
    }
  }
}
