package dev.dexscope.cli.programs;

import dev.dexscope.base.process.JavaVm;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.EarlyEnd;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.FirstAnswer;
import dev.dexscope.profile.ProfileFolder;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.TraceReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Profiles of one program in several processes, one after the other: two processes differ by more
 * than two runs in one, by what is compiled when. Each is this command once more, with {@link
 * #NUMBER} set. What the program prints is printed once; what it reads is read again.
 */
final class ProfileProcesses {
  /** The system property of such a process: its number, from 1 on. */
  static final String NUMBER = "dexscope.profile.process";

  /** More of standard input is not kept for the next processes. */
  private static final int MOST_INPUT = 64 << 20;

  private final Terminal terminal;
  private final List<String> line;
  private final Path folder;
  private final RepeatedProfiles measured;
  private final ByteArrayOutputStream input = new ByteArrayOutputStream();
  private volatile boolean isTooLong;
  private boolean isWhole;

  /**
   * @param line the words of the command line
   * @param folder the output folder
   */
  ProfileProcesses(Terminal terminal, List<String> line, Path folder, ProfileTables tables) {
    this.terminal = terminal;
    this.line = line;
    this.folder = folder;
    this.measured = new RepeatedProfiles(terminal, tables);
  }

  /**
   * Runs them, prints what they have in common, and returns the profiles of those that ended by
   * themselves.
   *
   * @param count at most
   * @param wanted the error that suffices, as a part of the whole time; negative for none
   */
  List<Path> profile(int count, double wanted) throws IOException {
    List<Path> profiles = run(count, wanted);
    isWhole = profiles.size() == count || measured.isKnownTo(wanted);
    if (profiles.isEmpty()) {
      return profiles;
    }
    terminal.out().println();
    Trace median = measured.median();
    FirstAnswer.print(terminal, median, Path.of(median.info().file()));
    measured.print();
    if (wanted > 0) {
      printError(wanted);
    }
    terminal.out().println();
    profiles.forEach(each -> terminal.out().println("process      " + each.getParent()));
    return profiles;
  }

  /** Returns whether all have run that were to. */
  boolean isWhole() {
    return isWhole;
  }

  private void printError(double wanted) {
    double reached = measured.error();
    if (reached <= wanted) {
      terminal
          .out()
          .printf(
              Locale.ROOT,
              "%nerror        %.1f %% of the whole, after %d processes%n",
              100 * reached,
              measured.size());
    } else {
      terminal.tell(
          String.format(
              Locale.ROOT,
              "the error of %s %% is not reached after %d processes, it is %.1f %%: try it on a"
                  + " machine that does nothing else",
              new BigDecimal(String.valueOf(wanted))
                  .movePointRight(2)
                  .stripTrailingZeros()
                  .toPlainString(),
              measured.size(),
              100 * reached));
    }
  }

  private List<Path> run(int count, double wanted) throws IOException {
    ProfileFolder.prepareForRuns(folder);
    List<Path> profiles = new ArrayList<>();
    var current = new AtomicReference<Process>();
    try (var end = new EarlyEnd(terminal, () -> end(current.get()))) {
      for (int number = 1;
          number <= count && !end.isAskedFor() && !measured.isKnownTo(wanted);
          number++) {
        Path errors = Files.createTempFile("dexscope", ".err");
        try {
          Process process = start(number, errors);
          current.set(process);
          int exitCode = exitCode(process);
          if (end.isAskedFor()) {
            break;
          }
          if (exitCode != 0) {
            terminal.err().print(Files.readString(errors, StandardCharsets.UTF_8));
            throw CliException.environment(
                "a process of several ended with " + exitCode,
                ProfileFolder.run(folder, number),
                "see what it printed; without --processes it runs in this one");
          }
        } finally {
          Files.delete(errors);
        }
        if (isTooLong && number < count) {
          throw CliException.usage(
              "standard input is too long to be read again in " + count + " processes",
              "give the program a file, or use one process");
        }
        Path calls = new ProfileFolder(ProfileFolder.run(folder, number)).calls();
        measured.add(TraceReader.open(calls));
        profiles.add(calls);
      }
    }
    return profiles;
  }

  private static void end(@Nullable Process process) {
    if (process != null) {
      process.destroy();
    }
  }

  private Process start(int number, Path errors) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(JavaVm.program());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-D" + NUMBER + "=" + number);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.dexscope.cli.Main");
    command.addAll(line);
    var builder = new ProcessBuilder(command);
    builder.redirectOutput(
        number == 1 ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(
        number == 1
            ? ProcessBuilder.Redirect.INHERIT
            : ProcessBuilder.Redirect.to(errors.toFile()));
    terminal.out().flush();
    Process process = builder.start();
    Thread.ofPlatform()
        .daemon()
        .name("standard input")
        .start(() -> feed(process.getOutputStream(), number == 1));
    return process;
  }

  /** The first process reads standard input, the others what it could have read. */
  private void feed(OutputStream to, boolean isFirst) {
    try (to) {
      if (!isFirst) {
        input.writeTo(to);
        return;
      }
      byte[] buffer = new byte[1 << 13];
      for (int n = System.in.read(buffer); n >= 0; n = System.in.read(buffer)) {
        isTooLong |= input.size() + n > MOST_INPUT;
        if (!isTooLong) {
          input.write(buffer, 0, n);
        }
        to.write(buffer, 0, n);
        to.flush();
      }
    } catch (IOException e) {
      // The program reads no more, or ends as it does at the end of its input.
    }
  }

  private static int exitCode(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
