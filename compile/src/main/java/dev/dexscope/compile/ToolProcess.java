package dev.dexscope.compile;

import dev.dexscope.base.process.JavaVm;
import dev.dexscope.base.process.StartArchive;
import dev.dexscope.base.process.Tethered;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program in a Java VM of its own, for work that C1 alone compiles in a fraction of the time that
 * it takes here. It ends when this process is killed, and starts from an archive of its classes:
 * three fifths of the time for a small program are the start of D8.
 *
 * @param name of its archives
 * @param jars its class path
 * @param mainClass its name
 */
record ToolProcess(String name, List<Path> jars, String mainClass) {
  /**
   * Runs it once for each list of arguments, one after the other.
   *
   * @param log receives what it prints; its folder is used for other files, too
   * @return the exit code of the process
   */
  int run(List<List<String>> runs, Path log) throws IOException {
    Path recording = log.resolveSibling(name + ".record");
    List<String> vm = new ArrayList<>(JavaVm.BRIEF);
    vm.addAll(JavaVm.QUIET);
    StartArchive archive = archive();
    List<String> command = new ArrayList<>(List.of(JavaVm.program()));
    command.addAll(archive.options(recording));
    command.addAll(vm);
    command.addAll(Tethered.words(jars, mainClass));
    for (int i = 0; i < runs.size(); i++) {
      if (i > 0) {
        command.add(Tethered.NEXT);
      }
      command.addAll(runs.get(i));
    }
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      int exit = process.waitFor();
      vm.addAll(List.of("-cp", Tethered.classPath(jars)));
      try {
        archive.makeFrom(recording, vm);
      } catch (IOException e) {
        // A full disk: the next start takes longer, this one has what it needs.
      }
      return exit;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while dex code was made");
    } finally {
      process.destroy();
      Files.deleteIfExists(recording);
    }
  }

  private StartArchive archive() throws IOException {
    Path folder = D8Places.ofUser().cache();
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      // A cache that cannot be written has no archives.
    }
    return new StartArchive(folder, name, Tethered.classPath(jars));
  }
}
