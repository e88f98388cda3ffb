package dev.dexscope.apps;

import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.process.JavaVm;
import dev.dexscope.base.process.ShutdownHook;
import dev.dexscope.base.process.StartArchive;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A command of this program once more, in a process with Android's framework under the programs
 * that it runs. Its input, its output and its exit code are those of the command.
 *
 * <pre>{@code
 * List<String> command = List.of("com.acme.Main", "run", "Hello.java");
 * int exitCode = PlatformProcess.run(AppFramework.ofUser(), 35, options, command);
 * }</pre>
 */
public final class PlatformProcess {
  private PlatformProcess() {}

  /**
   * Runs the command to its end.
   *
   * @param options of this Java VM, which the other one has, too, and those for the other one
   * @param command the main class and its arguments
   * @return its exit code
   * @throws AppException when the framework is not installed
   * @throws IOException if the process cannot be started
   */
  public static int run(
      AppFramework framework, int level, List<String> options, List<String> command)
      throws IOException {
    framework.require(level);
    String classPath = AppProcess.classPath(framework, level);
    List<String> vm = new ArrayList<>();
    for (String each : options) {
      // A class cache of ours lacks the framework, and what is done when it crashes concerns it.
      if (!each.startsWith("-XX:AOTCache=") && !each.startsWith("-XX:OnError=")) {
        vm.add(each);
      }
    }
    vm.addAll(framework.options());
    vm.addAll(List.of("-cp", classPath));
    var archive = new StartArchive(framework.folder(), "platform-" + level, classPath);
    try (TemporaryFolder folder = TemporaryFolder.make()) {
      var recording = folder.path().resolve("start.record");
      List<String> words = new ArrayList<>(List.of(JavaVm.program()));
      words.addAll(archive.options(recording));
      words.addAll(vm);
      words.addAll(command);
      Process process = new ProcessBuilder(words).inheritIO().start();
      try (var _ = ShutdownHook.add("end of the program", process::destroy)) {
        int exitCode = process.waitFor();
        archive.makeFrom(recording, vm);
        return exitCode;
      } catch (InterruptedException e) {
        process.destroy();
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while the program ran");
      }
    }
  }
}
