package dev.dexscope.art.install;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The compiler of C and C++. Debian compiles the runtime by it, too: parts of both share the layout
 * of classes.
 *
 * @param folder the sources' folder, where it runs
 * @param objects the folder for what it makes; what is there of an earlier installation is kept
 * @param common options for both languages
 * @param cpp options for C++
 */
record Clang(Path folder, Path objects, List<String> common, List<String> cpp) {
  /** Receives how many of the files are compiled. */
  @FunctionalInterface
  interface Progress {
    void at(int done, int total);
  }

  private boolean isC(Path source) {
    return source.toString().endsWith(".c");
  }

  /** Returns the program and options for a file. */
  List<String> command(Path source, String... more) {
    List<String> command = new ArrayList<>(List.of(isC(source) ? "clang" : "clang++"));
    command.addAll(common);
    command.addAll(isC(source) ? List.of() : cpp);
    command.addAll(List.of(more));
    command.add(source.toString());
    return command;
  }

  /** Compiles files, on all processors, and returns the objects in the files' order. */
  List<Path> compile(List<Path> sources, Progress progress) throws IOException {
    Files.createDirectories(objects);
    List<Path> made = new ArrayList<>();
    List<Future<?>> work = new ArrayList<>();
    int processors = Runtime.getRuntime().availableProcessors();
    try (ExecutorService executor = Executors.newFixedThreadPool(processors)) {
      for (Path each : sources) {
        Path object = objects.resolve(objectName(each));
        made.add(object);
        work.add(executor.submit(() -> compile(each, object)));
      }
      int done = 0;
      for (Future<?> each : work) {
        await(each, executor);
        progress.at(++done, sources.size());
      }
    }
    return made;
  }

  private static void await(Future<?> work, ExecutorService executor) throws IOException {
    try {
      work.get();
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      executor.shutdownNow();
      switch (e.getCause()) {
        case UncheckedIOException io -> throw new IOException(io.getCause());
        case RuntimeException runtime -> throw runtime;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** Files of the same name are in different folders. */
  private String objectName(Path source) {
    Path below = source.startsWith(folder) ? folder.relativize(source) : source.getFileName();
    return below.toString().replace('/', '_') + ".o";
  }

  private void compile(Path source, Path object) {
    if (Files.exists(object)) {
      return;
    }
    Path part = object.resolveSibling(object.getFileName() + ".part");
    try {
      new Tools(folder).run(command(source, "-c", "-o", part.toString()));
      Files.move(part, object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Links objects. */
  void link(Path output, List<Path> inputs, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("clang++", "-s", "-o", output.toString()));
    inputs.forEach(each -> command.add(each.toString()));
    command.addAll(List.of(options));
    new Tools(folder).run(command);
  }
}
