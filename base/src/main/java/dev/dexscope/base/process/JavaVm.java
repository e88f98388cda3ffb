package dev.dexscope.base.process;

import java.nio.file.Path;
import java.util.List;

/**
 * The command line of another Java VM: this one's program, and the options that several of our
 * processes need for the same reason.
 *
 * <pre>{@code
 * List<String> command = new ArrayList<>(List.of(JavaVm.program()));
 * command.addAll(JavaVm.BRIEF);
 * command.addAll(List.of("-cp", classPath, "com.acme.Main"));
 * }</pre>
 */
public final class JavaVm {
  /** For programs that end before C2's code and the threads of a collector pay. */
  public static final List<String> BRIEF = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /**
   * The Java VM's errors alone, and on the standard error: its warnings must not mix with what a
   * program prints.
   */
  public static final List<String> QUIET =
      List.of("-Xlog:disable", "-Xlog:all=error,aot*=off,cds*=off:stderr");

  /** For programs that call functions of native libraries, or access memory by {@code Unsafe}. */
  public static final List<String> NATIVE =
      List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

  /** For the code of Android programs, which accesses members of the core library by reflection. */
  public static final List<String> OPENED =
      opened(
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

  private JavaVm() {}

  /** The path of this Java VM's program. */
  public static String program() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Returns the options that open packages of {@code java.base} to all code. */
  public static List<String> opened(String... packages) {
    return List.of(packages).stream()
        .map(each -> "--add-opens=java.base/" + each + "=ALL-UNNAMED")
        .toList();
  }
}
