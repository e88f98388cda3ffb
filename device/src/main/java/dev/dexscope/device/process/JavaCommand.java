package dev.dexscope.device.process;

import dev.dexscope.base.files.Seal;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts Java VMs of the device: with the class path of this one. */
public final class JavaCommand {
  /** Packages whose members programs for Android reach by reflection. */
  private static final List<String> OPEN =
      List.of(
          "java.io",
          "java.lang",
          "java.lang.invoke",
          "java.lang.ref",
          "java.lang.reflect",
          "java.math",
          "java.net",
          "java.nio",
          "java.nio.charset",
          "java.security",
          "java.text",
          "java.time",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks",
          "java.util.regex",
          "java.util.zip");

  /** The options of the launcher's {@code run} (scripts/launch.sh explains them). */
  private static final List<String> OPTIONS =
      List.of(
          "-XX:+UseSerialGC",
          "-Xlog:disable",
          "-Xlog:all=error,aot*=off,cds*=off:stderr",
          "--enable-native-access=ALL-UNNAMED",
          "-XX:+EnableDynamicAgentLoading",
          "-XX:-OmitStackTraceInFastThrow",
          "-XX:-DontCompileHugeMethods",
          "-XX:+UnlockDiagnosticVMOptions",
          // For a monitor that takes samples.
          "-XX:+DebugNonSafepoints",
          "-XX:-DisplayVMOutput",
          "--sun-misc-unsafe-memory-access=allow");

  private JavaCommand() {}

  /** Returns the command that starts one of our programs. */
  public static List<String> of(List<String> options, String mainClass, List<String> arguments) {
    String classPath = System.getProperty("java.class.path");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Path jars = Path.of(classPath.split(File.pathSeparator, -1)[0]).toAbsolutePath().getParent();
    Path cache = jars == null ? Path.of("run.aot") : jars.resolve("run.aot");
    // One that a process has crashed with is looked at by the launcher at the next start.
    Seal seal = Seal.of(cache);
    if (Files.isRegularFile(cache) && !seal.isSuspect()) {
      command.add("-XX:AOTCache=" + cache);
      command.addAll(seal.onCrash());
    }
    command.addAll(OPTIONS);
    for (String each : OPEN) {
      command.add("--add-opens=java.base/" + each + "=ALL-UNNAMED");
    }
    command.addAll(options);
    command.add("-cp");
    command.add(classPath);
    command.add(mainClass);
    command.addAll(arguments);
    return command;
  }
}
