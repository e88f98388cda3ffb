package dev.dexscope.device.shell;

import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.process.VmProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Commands about processes. */
final class ProcessCommands {
  private static final int SIGQUIT = 3;
  private static final int SIGKILL = 9;
  private static final int SIGUSR1 = 10;
  private static final int SIGTERM = 15;

  private ProcessCommands() {}

  static int pidof(Call call) {
    List<String> found = new ArrayList<>();
    for (VmProcess each : call.shell().device().processes().all()) {
      if (call.words().contains(each.name())) {
        found.add(each.pid() + "");
      }
    }
    if (!found.isEmpty()) {
      call.out().println(String.join(" ", found));
    }
    return found.isEmpty() ? 1 : 0;
  }

  /** Only processes of the device: others of the host are not there. */
  static int kill(Call call) throws IOException {
    int signal = SIGTERM;
    int exit = 0;
    List<String> words = call.words();
    if (!words.isEmpty() && words.getFirst().startsWith("-")) {
      signal = signal(words);
      words = words.subList(words.getFirst().equals("-s") ? 2 : 1, words.size());
    }
    for (String word : words) {
      Optional<VmProcess> found =
          call.shell().device().processes().find(SystemCommands.number(word));
      if (found.isEmpty()) {
        exit = call.fail(word + ": No such process");
        continue;
      }
      switch (signal) {
        case 0 -> {}
        case SIGQUIT -> found.get().dumpThreads();
        case SIGUSR1 -> found.get().collect();
        case SIGKILL -> found.get().kill();
        case SIGTERM -> found.get().end();
        default -> exit = call.fail("signals are 3, 9, 10 and 15, not " + signal);
      }
    }
    return exit;
  }

  private static int signal(List<String> words) throws IOException {
    String word = words.getFirst().equals("-s") ? words.get(1) : words.getFirst().substring(1);
    String plain = word.toUpperCase(Locale.ROOT).replaceFirst("^SIG", "");
    return switch (plain) {
      case "QUIT" -> SIGQUIT;
      case "KILL" -> SIGKILL;
      case "USR1" -> SIGUSR1;
      case "TERM" -> SIGTERM;
      default -> SystemCommands.number(plain);
    };
  }

  /** {@code CLASSPATH=FILE app_process [OPTIONS] FOLDER CLASS [ARGUMENTS]}. */
  static int appProcess(Call call) throws IOException {
    List<String> words = new ArrayList<>(call.words());
    String classPath = call.shell().variables().get("CLASSPATH", "");
    String name = "";
    boolean hasFolder = false;
    while (!words.isEmpty() && (words.getFirst().startsWith("-") || !hasFolder)) {
      String word = words.removeFirst();
      if (word.startsWith("-Djava.class.path=")) {
        classPath = word.substring(word.indexOf('=') + 1);
      } else if (word.startsWith("--nice-name=")) {
        name = word.substring(word.indexOf('=') + 1);
      } else if (!word.startsWith("-")) {
        hasFolder = true;
      }
    }
    if (words.isEmpty() || classPath.isEmpty()) {
      return call.fail("write CLASSPATH=/data/local/tmp/a.jar app_process / CLASS [ARGUMENTS]");
    }
    return runAttached(call, classPath, name.isEmpty() ? "app_process" : name, words);
  }

  static int dalvikvm(Call call) throws IOException {
    List<String> words = new ArrayList<>(call.words());
    String classPath = call.shell().variables().get("CLASSPATH", "");
    while (!words.isEmpty() && words.getFirst().startsWith("-")) {
      String word = words.removeFirst();
      if ((word.equals("-cp") || word.equals("-classpath")) && !words.isEmpty()) {
        classPath = words.removeFirst();
      }
    }
    if (words.isEmpty() || classPath.isEmpty()) {
      return call.fail("write dalvikvm -cp /data/local/tmp/a.jar CLASS [ARGUMENTS]");
    }
    return runAttached(call, classPath, "dalvikvm", words);
  }

  /** Runs a program whose streams are the shell's. */
  private static int runAttached(Call call, String classPath, String name, List<String> words)
      throws IOException {
    List<String> hostPath = new ArrayList<>();
    for (String each : classPath.split(":", -1)) {
      Path file = call.shell().host(each);
      if (!file.toFile().isFile()) {
        return call.fail("no file " + each);
      }
      hostPath.add(file.toString());
    }
    Path root = call.shell().device().files().root();
    StartRequest request =
        new StartRequest(
            name,
            "",
            call.shell().uid(),
            true,
            false,
            hostPath,
            words.getFirst(),
            words.subList(1, words.size()),
            root.toString(),
            call.shell().host("/data/local/tmp").toString(),
            "");
    return attend(call, call.shell().device().processes().start(request));
  }

  private static int attend(Call call, VmProcess process) throws IOException {
    Thread out = VmProcess.PIPES.newThread(() -> copy(process.output(), call.out()));
    Thread err = VmProcess.PIPES.newThread(() -> copy(process.errors(), call.err()));
    Thread in = VmProcess.PIPES.newThread(() -> feed(call.in(), process.input()));
    out.start();
    err.start();
    in.start();
    try {
      int exit = process.await();
      out.join();
      err.join();
      return exit;
    } catch (InterruptedException e) {
      process.kill();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      in.interrupt();
    }
  }

  private static void copy(InputStream from, OutputStream to) {
    byte[] block = new byte[1 << 15];
    try {
      int length;
      while ((length = from.read(block)) >= 0) {
        to.write(block, 0, length);
        if (from.available() == 0) {
          to.flush();
        }
      }
    } catch (IOException e) {
      // One of the two has ended.
    }
  }

  private static void feed(InputStream from, OutputStream to) {
    try (to) {
      copy(from, to);
    } catch (IOException e) {
      // The program has ended.
    }
  }
}
