package dev.dexscope.device.shell;

import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.packages.InstalledPackage;
import java.io.BufferedOutputStream;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A shell of a connected peer: its folder, its variables, its user.
 *
 * <pre>{@code
 * int exit = new Shell(parts).run("pm path org.test.app", in, out, err);
 * }</pre>
 */
public final class Shell {
  /** The user that adb is. */
  static final int SHELL_UID = 2000;

  private static final int NOT_FOUND = 127;
  private static final int BAD_SYNTAX = 2;

  private final DeviceParts device;
  private final Map<String, String> variables = new HashMap<>();
  private String folder = "/";
  private @Nullable InstalledPackage actsAs;
  private int lastExit;
  private boolean hasExited;

  public Shell(DeviceParts device) {
    this.device = device;
    variables.put("EXTERNAL_STORAGE", "/sdcard");
    variables.put("ANDROID_DATA", "/data");
    variables.put("ANDROID_ROOT", "/system");
    variables.put("TMPDIR", "/data/local/tmp");
    variables.put("HOME", "/");
    variables.put("PATH", "/system/bin");
  }

  /** A shell that acts as a package, in its folder. */
  Shell as(InstalledPackage other) {
    Shell shell = copy();
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

  /** Returns whether {@code exit} was called. */
  public boolean hasExited() {
    return hasExited;
  }

  int uid() {
    return actsAs == null ? SHELL_UID : actsAs.uid();
  }

  Map<String, String> variables() {
    return variables;
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
    return device.files().open(absolute(path), owned());
  }

  /** The host's file of a path that is written. */
  Path hostToWrite(String path) throws IOException {
    return device.files().hostToWrite(absolute(path), owned());
  }

  void enter(String path) throws IOException {
    if (!Files.isDirectory(host(path))) {
      throw new FileNotFoundException("No such file or directory");
    }
    folder = absolute(path);
  }

  int exit(int code) {
    hasExited = true;
    return code;
  }

  /** Runs a line; returns the exit code of its last command. */
  public int run(String line, InputStream in, PrintStream out, PrintStream err) {
    CommandReader reader = new CommandReader(line, this::variable, this::files);
    try {
      String before = ";";
      List<CommandReader.Command> pipe = new ArrayList<>();
      CommandReader.Command next;
      while (!hasExited && (next = reader.next()) != null) {
        pipe.add(next);
        if (next.end().equals("|")) {
          continue;
        }
        boolean isSkipped =
            (before.equals("&&") && lastExit != 0) || (before.equals("||") && lastExit == 0);
        if (!isSkipped) {
          lastExit = run(pipe, in, out, err);
        }
        before = next.end();
        pipe.clear();
      }
      if (!pipe.isEmpty()) {
        throw new SyntaxException("no command after '|'");
      }
    } catch (IOException e) {
      err.println("sh: " + e.getMessage());
      lastExit = BAD_SYNTAX;
    }
    out.flush();
    err.flush();
    return lastExit;
  }

  private @Nullable String variable(@Nullable String name) {
    return "?".equals(name) ? lastExit + "" : variables.get(name);
  }

  /** The files of a pattern, by their names. */
  private List<String> files(String pattern) throws IOException {
    List<String> found = new ArrayList<>(List.of(pattern.startsWith("/") ? "/" : ""));
    for (String part : pattern.split("/", -1)) {
      if (part.isEmpty()) {
        continue;
      }
      List<String> longer = new ArrayList<>();
      for (String each : found) {
        Path parent = host(each.isEmpty() ? "." : each);
        if (Files.isDirectory(parent)) {
          for (Path child : DeviceFiles.children(parent)) {
            String name = child.getFileName() + "";
            if (FilePattern.matches(part, name)) {
              longer.add(each + (each.isEmpty() || each.endsWith("/") ? "" : "/") + name);
            }
          }
        }
      }
      found = longer;
    }
    return found;
  }

  /** Parts of a pipe run at once; those in front end with the last one. */
  private int run(
      List<CommandReader.Command> pipe, InputStream in, PrintStream out, PrintStream err)
      throws IOException {
    InputStream input = in;
    List<Thread> before = new ArrayList<>();
    for (CommandReader.Command each : pipe.subList(0, pipe.size() - 1)) {
      InputStream from = input;
      InputPipe to = new InputPipe();
      // Each has variables and a folder of its own, as in other shells.
      Shell part = copy();
      before.add(Thread.ofVirtual().start(() -> part.runInto(to, each, from, err)));
      input = to;
    }
    try {
      return run(pipe.getLast(), input, out, err);
    } finally {
      before.forEach(Thread::interrupt);
    }
  }

  private Shell copy() {
    Shell copy = new Shell(device);
    copy.variables.putAll(variables);
    copy.folder = folder;
    copy.actsAs = actsAs;
    copy.lastExit = lastExit;
    return copy;
  }

  private void runInto(
      InputPipe pipe, CommandReader.Command command, InputStream in, PrintStream err) {
    try (PrintStream out =
        new PrintStream(new BufferedOutputStream(pipe.writer()), false, StandardCharsets.UTF_8)) {
      run(command, in, out, err);
    } catch (IOException e) {
      err.println("sh: " + e.getMessage());
    } finally {
      pipe.end();
    }
  }

  private int run(CommandReader.Command command, InputStream in, PrintStream out, PrintStream err)
      throws IOException {
    if (command.words().isEmpty()) {
      variables.putAll(command.variables());
      return 0;
    }
    Map<String, String> before = Map.copyOf(variables);
    variables.putAll(command.variables());
    try (Streams streams = new Streams(in, out, err)) {
      for (CommandReader.Redirection each : command.redirections()) {
        streams.lead(each);
      }
      String name = command.words().getFirst();
      List<String> words = command.words().subList(1, command.words().size());
      return run(new Call(this, name, words, streams.in, streams.out, streams.err));
    } finally {
      command
          .variables()
          .keySet()
          .forEach(each -> {
            String old = before.get(each);
            if (old == null) {
              variables.remove(each);
            } else {
              variables.put(each, old);
            }
          });
    }
  }

  /** Runs a command by its name. */
  static int run(Call call) {
    String plain = call.name().substring(call.name().lastIndexOf('/') + 1);
    ShellCommand command = ShellCommands.BY_NAME.get(plain);
    if (command == null) {
      call.err().println("sh: " + call.name() + ": not found");
      return NOT_FOUND;
    }
    try {
      return command.run(call.with(plain, call.words()));
    } catch (InterruptedIOException e) {
      Thread.currentThread().interrupt();
      return 130;
    } catch (IOException | RuntimeException e) {
      return call.with(plain, call.words()).fail(e.getMessage() + "");
    } finally {
      call.out().flush();
      call.err().flush();
    }
  }

  /** The streams of a command. */
  private final class Streams implements AutoCloseable {
    private final List<AutoCloseable> opened = new ArrayList<>();
    private InputStream in;
    private PrintStream out;
    private PrintStream err;

    Streams(InputStream in, PrintStream out, PrintStream err) {
      this.in = in;
      this.out = out;
      this.err = err;
    }

    void lead(CommandReader.Redirection to) throws IOException {
      switch (to.operator()) {
        case "2>&1" -> err = out;
        case ">&2" -> out = err;
        case "<" -> {
          in = isNull(to) ? InputStream.nullInputStream() : open(to.target());
          opened.add(in);
        }
        default -> {
          PrintStream file = output(to);
          opened.add(file);
          if (to.stream() == 2) {
            err = file;
          } else {
            out = file;
          }
        }
      }
    }

    private static boolean isNull(CommandReader.Redirection to) {
      return to.target().equals("/dev/null");
    }

    private PrintStream output(CommandReader.Redirection to) throws IOException {
      OutputStream file = OutputStream.nullOutputStream();
      if (!isNull(to)) {
        OpenOption how =
            to.operator().endsWith(">>")
                ? StandardOpenOption.APPEND
                : StandardOpenOption.TRUNCATE_EXISTING;
        file =
            Files.newOutputStream(
                hostToWrite(to.target()), StandardOpenOption.CREATE, StandardOpenOption.WRITE, how);
      }
      return new PrintStream(new BufferedOutputStream(file), false, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
      for (AutoCloseable each : opened) {
        try {
          each.close();
        } catch (IOException e) {
          throw e;
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
    }
  }
}
