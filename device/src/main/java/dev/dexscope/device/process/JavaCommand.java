package dev.dexscope.device.process;

import dev.dexscope.base.files.Seal;
import dev.dexscope.base.process.JavaVm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts Java VMs of the device: with the class path of this one. */
public final class JavaCommand {
  /** The options of the launcher's {@code run} (scripts/launch.sh explains them). */
  private static final List<String> OPTIONS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+EnableDynamicAgentLoading",
          "-XX:-OmitStackTraceInFastThrow",
          "-XX:-DontCompileHugeMethods",
          "-XX:+UnlockDiagnosticVMOptions",
          // For a monitor that takes samples.
          "-XX:+DebugNonSafepoints",
          "-XX:-DisplayVMOutput");

  private JavaCommand() {}

  /** Returns the command that starts one of our programs. */
  public static List<String> of(List<String> options, String mainClass, List<String> arguments) {
    String classPath = System.getProperty("java.class.path");
    List<String> command = new ArrayList<>();
    command.add(JavaVm.program());
    Path jars = Path.of(classPath.split(File.pathSeparator, -1)[0]).toAbsolutePath().getParent();
    Path cache = jars == null ? Path.of("run.aot") : jars.resolve("run.aot");
    // One that a process has crashed with is looked at by the launcher at the next start.
    Seal seal = Seal.of(cache);
    if (Files.isRegularFile(cache) && !seal.isSuspect()) {
      command.add("-XX:AOTCache=" + cache);
      command.addAll(seal.onCrash());
    }
    command.addAll(OPTIONS);
    command.addAll(JavaVm.QUIET);
    command.addAll(JavaVm.NATIVE);
    command.addAll(JavaVm.OPENED);
    command.addAll(options);
    command.add("-cp");
    command.add(classPath);
    command.add(mainClass);
    command.addAll(arguments);
    return command;
  }
}
