package dev.dexscope.device.shell;

import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.script.Descriptors;
import dev.dexscope.device.script.Interpreter;
import dev.dexscope.device.script.Jump;
import dev.dexscope.device.script.Outside;
import dev.dexscope.device.script.Session;
import dev.dexscope.device.script.SyntaxException;
import dev.dexscope.device.script.Variables;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A shell of a connected peer: its folder, its user, and the commands and files that its scripts
 * find.
 *
 * <pre>{@code
 * int exit = new Shell(parts).run("pm path org.test.app", in, out, err);
 * }</pre>
 */
public final class Shell implements Outside {
  /** The user that adb is. */
  static final int SHELL_UID = 2000;

  private static final int NOT_FOUND = 127;
  private static final int NOT_EXECUTABLE = 126;
  private static final int BAD_SYNTAX = 2;
  private static final int INTERRUPTED = 130;

  /** As long as a script may be. */
  private static final int MOST_BYTES = 1 << 20;

  /** Where commands are. */
  private static final List<String> FOLDERS =
      List.of("/system/bin/", "/system/xbin/", "/vendor/bin/", "/bin/", "/usr/bin/");

  /** The device's system is the host's: its load, if the host reports it as Linux does. */
  private static final Map<String, Path> SYSTEM_FIGURES =
      Map.of(
          "/proc/loadavg", Path.of("/proc/loadavg"),
          "/proc/meminfo", Path.of("/proc/meminfo"),
          "/proc/uptime", Path.of("/proc/uptime"),
          "/proc/cpuinfo", Path.of("/proc/cpuinfo"),
          "/proc/stat", Path.of("/proc/stat"),
          "/proc/version", Path.of("/proc/version"));

  /** The head of the list: the device keeps no names of its sockets. Clients look for browsers. */
  private static final byte[] UNIX_SOCKETS =
      "Num       RefCount Protocol Flags    Type St Inode Path\n".getBytes(StandardCharsets.UTF_8);

  private final DeviceParts device;
  private final Session session;
  private final Variables variables;
  private Interpreter interpreter;
  private String folder = "/";
  private @Nullable InstalledPackage actsAs;
  private boolean hasExited;

  public Shell(DeviceParts device) {
    this(device, new Session(), new Variables());
    for (Map.Entry<String, String> each :
        Map.of(
                "EXTERNAL_STORAGE", "/sdcard",
                "ANDROID_DATA", "/data",
                "ANDROID_ROOT", "/system",
                "TMPDIR", "/data/local/tmp",
                "HOME", "/",
                "PATH", "/system/bin",
                "USER", "shell",
                "SHELL", "/system/bin/sh")
            .entrySet()) {
      variables.define(each.getKey(), each.getValue());
    }
  }

  private Shell(DeviceParts device, Session session, Variables variables) {
    this.device = device;
    this.session = session;
    this.variables = variables;
    interpreter = new Interpreter(this, variables, session);
  }

  @Override
  public Shell copy(Variables own) {
    Shell copy = new Shell(device, session, own);
    copy.folder = folder;
    copy.actsAs = actsAs;
    return copy;
  }

  /** Returns a shell for a script that a command of this one runs. */
  Shell inner() throws IOException {
    Shell inner = copy(variables.ofProgram());
    inner.interpreter = interpreter.inner(inner, inner.variables);
    return inner;
  }

  /** A shell that acts as a package, in its folder. */
  Shell as(InstalledPackage other) throws IOException {
    Shell shell = inner();
    shell.actsAs = other;
    shell.folder = other.dataFolder();
    return shell;
  }

  DeviceParts device() {
    return device;
  }

  /** Its folder, as the device names it. */
  public String folder() {
    return folder;
  }

  /** Returns whether a line has ended it. */
  public boolean hasExited() {
    return hasExited;
  }

  int uid() {
    return actsAs == null ? SHELL_UID : actsAs.uid();
  }

  Variables variables() {
    return variables;
  }

  Interpreter interpreter() {
    return interpreter;
  }

  /** A path from the root. */
  String absolute(String path) {
    return DeviceFiles.absolute(folder, path);
  }

  /** The folder that is its own. */
  private String owned() {
    return actsAs == null ? "" : actsAs.dataFolder();
  }

  /** The host's file of a path that is read. */
  Path host(String path) throws IOException {
    return device.files().hostToRead(absolute(path), owned());
  }

  InputStream open(String path) throws IOException {
    String absolute = absolute(path);
    Path figures = SYSTEM_FIGURES.get(absolute);
    if (figures != null) {
      return Files.newInputStream(figures);
    }
    return switch (absolute) {
      case "/dev/null" -> InputStream.nullInputStream();
      case "/proc/net/unix" -> new ByteArrayInputStream(UNIX_SOCKETS);
      default -> device.files().open(absolute, owned());
    };
  }

  /** The host's file of a path that is written. */
  Path hostToWrite(String path) throws IOException {
    return device.files().hostToWrite(absolute(path), owned());
  }

  @Override
  public Path file(String path) throws IOException {
    return SYSTEM_FIGURES.getOrDefault(absolute(path), host(path));
  }

  @Override
  public InputStream read(String path) throws IOException {
    try {
      return open(path);
    } catch (IOException e) {
      throw new IOException("can't open " + path + ": " + FileCommands.reason(e), e);
    }
  }

  @Override
  public OutputStream write(String path, boolean appends) throws IOException {
    OpenOption how = appends ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
    try {
      return Files.newOutputStream(
          hostToWrite(path), StandardOpenOption.CREATE, StandardOpenOption.WRITE, how);
    } catch (IOException e) {
      throw new IOException("can't create " + path + ": " + FileCommands.reason(e), e);
    }
  }

  void enter(String path) throws IOException {
    if (!Files.isDirectory(host(path))) {
      throw new FileNotFoundException(path + ": No such file or directory");
    }
    folder = absolute(path);
  }

  /**
   * Runs a script, and waits for what it has started in the background; returns the exit code of
   * its last command.
   */
  public int run(String script, InputStream in, PrintStream out, PrintStream err) {
    int exit = run(interpreter, script, Descriptors.of(in, out, err));
    try {
      session.awaitAll();
    } catch (Jump e) {
      return INTERRUPTED;
    }
    return exit;
  }

  /** Returns what a script writes, on both of its streams. */
  public static byte[] output(DeviceParts device, String script) {
    var bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    Shell shell = new Shell(device);
    try {
      shell.run(script, InputStream.nullInputStream(), out, out);
    } finally {
      shell.end();
    }
    return bytes.toByteArray();
  }

  static int run(Interpreter interpreter, String script, Descriptors streams) {
    try {
      return interpreter.run(script, streams);
    } catch (SyntaxException e) {
      streams.err().println("sh: " + e.getMessage());
      streams.err().flush();
      return BAD_SYNTAX;
    }
  }

  /**
   * Runs a line of a user who writes others after it.
   *
   * @throws SyntaxException if it is not complete
   */
  public int runLine(String line, InputStream in, PrintStream out, PrintStream err)
      throws SyntaxException {
    try {
      int exit = interpreter.runLine(line, Descriptors.of(in, out, err));
      hasExited = exit < 0;
      return hasExited ? -1 - exit : exit;
    } catch (SyntaxException e) {
      if (e.isIncomplete()) {
        throw e;
      }
      err.println("sh: " + e.getMessage());
      err.flush();
      return BAD_SYNTAX;
    }
  }

  /** Ends all that its scripts have started. */
  public void end() {
    session.end();
  }

  /** The name of a command without its folder; empty if the path leads elsewhere. */
  private static String command(String name) {
    if (name.indexOf('/') < 0) {
      return name;
    }
    String plain = name.substring(name.lastIndexOf('/') + 1);
    return FOLDERS.contains(name.substring(0, name.length() - plain.length())) ? plain : "";
  }

  @Override
  public boolean knows(String name) {
    return ShellCommands.BY_NAME.containsKey(command(name));
  }

  @Override
  public int run(Interpreter shell, String name, List<String> words, Descriptors streams) {
    interpreter = shell;
    return run(new Call(this, name, words, streams.in(), streams.out(), streams.err()));
  }

  /** Runs a command by its name. */
  static int run(Call call) {
    String plain = command(call.name());
    ShellCommand command = ShellCommands.BY_NAME.get(plain);
    try {
      return command == null ? script(call) : command.run(call.with(plain, call.words()));
    } catch (InterruptedIOException e) {
      Thread.currentThread().interrupt();
      return INTERRUPTED;
    } catch (Jump e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      return call.with(plain, call.words()).fail(e.getMessage() + "");
    } finally {
      call.out().flush();
      call.err().flush();
    }
  }

  /** Runs a file with a script by its path. */
  private static int script(Call call) throws IOException {
    if (call.name().indexOf('/') < 0 || !Files.isRegularFile(call.shell().host(call.name()))) {
      call.err().println("sh: " + call.name() + ": inaccessible or not found");
      return NOT_FOUND;
    }
    byte[] bytes;
    try (InputStream in = call.shell().open(call.name())) {
      bytes = in.readNBytes(MOST_BYTES);
    }
    if (Arrays.mismatch(bytes, new byte[] {0x7f, 'E', 'L', 'F'}) >= 4) {
      call.err()
          .println("sh: " + call.name() + ": not executable: programs of this device are dex");
      return NOT_EXECUTABLE;
    }
    Shell inner = call.shell().inner();
    inner.interpreter.name(call.name());
    inner.interpreter.arguments(call.words());
    return run(
        inner.interpreter,
        new String(bytes, StandardCharsets.UTF_8),
        Descriptors.of(call.in(), call.out(), call.err()));
  }

  /** {@code sh [-c SCRIPT | FILE] [ARGUMENTS]}; without one, the script is the input. */
  static int sh(Call call) throws IOException {
    List<String> words = call.words();
    while (!words.isEmpty() && words.getFirst().matches("-[exuf]+|-")) {
      words = words.subList(1, words.size());
    }
    Shell inner = call.shell().inner();
    String script;
    if (!words.isEmpty() && words.getFirst().matches("-[exu]*c")) {
      if (words.size() < 2) {
        return call.fail("-c: requires an argument");
      }
      script = words.get(1);
      words = words.subList(2, words.size());
    } else {
      try (InputStream in = words.isEmpty() ? call.in() : call.shell().read(words.getFirst())) {
        script = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
      }
    }
    if (!words.isEmpty()) {
      inner.interpreter.name(words.getFirst());
      inner.interpreter.arguments(words.subList(1, words.size()));
    }
    return run(inner.interpreter, script, Descriptors.of(call.in(), call.out(), call.err()));
  }
}
