package dev.dexscope.cli.terminal;

import dev.dexscope.agents.AgentException;
import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.sign.SigningException;
import dev.dexscope.apps.AppException;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.base.text.Nearest;
import dev.dexscope.base.zip.ZipFormatException;
import dev.dexscope.baseline.BaselineFormatException;
import dev.dexscope.compile.CompileException;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.inject.coverage.PlacesFormatException;
import dev.dexscope.monitor.MonitorException;
import dev.dexscope.monitor.hprof.HprofFormatException;
import dev.dexscope.sql.SqlException;
import dev.dexscope.store.StoreFormatException;
import dev.dexscope.store.fleet.FleetException;
import dev.dexscope.store.s3.S3Exception;
import dev.dexscope.trace.MappingFormatException;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.export.graph.MissingGraphvizException;
import dev.dexscope.vm.NoMainClassException;
import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.WireFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * A failure as shown to the user: an exit code and one line {@code what, where; what to do}. The
 * only place that converts exceptions to messages.
 */
public record Failure(ExitCode exitCode, String line) {
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  /** Names from damaged files may hold anything, also what moves a terminal's cursor. */
  public Failure {
    line = CONTROL.matcher(line).replaceAll("?");
  }

  /** Ends a command with an exception: prints the message, and returns the exit code. */
  public static int end(Terminal terminal, Throwable thrown, boolean debug) {
    Failure failure = of(thrown);
    terminal.out().flush();
    terminal.err().println("dexscope: " + failure.line());
    if (debug) {
      thrown.printStackTrace(terminal.err());
    }
    return failure.exitCode().code();
  }

  public static Failure of(Throwable thrown) {
    return switch (thrown) {
      case CliException e -> new Failure(e.exitCode(), message(e));
      case CommandLine.ParameterException e -> usage(e);
      case ApkFormatException e -> badInput("not a well-formed package", message(e));
      case ZipFormatException e -> badInput("not a well-formed package", message(e));
      case AgentException e -> new Failure(ExitCode.ENVIRONMENT, message(e));
      case AppException e -> new Failure(ExitCode.ENVIRONMENT, message(e));
      case CompileException e -> new Failure(ExitCode.BAD_INPUT, message(e));
      case FleetException e -> new Failure(ExitCode.BAD_INPUT, message(e));
      case S3Exception e -> new Failure(ExitCode.BAD_INPUT, message(e));
      case MissingToolException e -> new Failure(ExitCode.ENVIRONMENT, message(e));
      case SqlException e -> new Failure(ExitCode.BAD_INPUT, message(e));
      case NoMainClassException e -> new Failure(ExitCode.BAD_INPUT, message(e));
      case RefusedFileException e -> new Failure(ExitCode.BAD_INPUT, message(e));
      case SigningException e -> new Failure(ExitCode.BAD_INPUT, message(e));
      case MissingGraphvizException e -> new Failure(ExitCode.ENVIRONMENT, message(e));
      case DexFormatException e -> badInput("not a well-formed dex file", message(e));
      case StoreFormatException e -> badInput("not a readable store", message(e));
      case TraceFormatException e -> badInput("not a readable trace", message(e));
      case BaselineFormatException e -> badInput("not a readable baseline profile", message(e));
      case PlacesFormatException e -> badInput("no places that were reached", message(e));
      case MappingFormatException e -> badInput("not a mapping of ProGuard or R8", message(e));
      case WireFormatException e -> badInput("not a readable recording", message(e));
      case HprofFormatException e -> badInput("not a readable heap dump", message(e));
      case UncheckedIOException e -> io(e.getCause() == null ? new IOException(e) : e.getCause());
      case IOException e -> io(e);
      case OutOfMemoryError _ ->
          new Failure(
              ExitCode.ENVIRONMENT,
              "out of memory, Java heap; increase it with DEXSCOPE_OPTS=-Xmx4g");
      // The JDK's only word for a mapped file that has become shorter.
      case InternalError e when message(e).contains("unsafe memory access") ->
          new Failure(
              ExitCode.BAD_INPUT,
              "cannot be read, a file changed while it was in use; run again when it is complete");
      // Thrown while a command is constructed.
      case CommandLine.InitializationException e when e.getCause() != null -> of(origin(e));
      case ServiceConfigurationError e ->
          new Failure(
              ExitCode.ENVIRONMENT,
              "a plug-in cannot be used, "
                  + message(e)
                  + "; update or remove it, see docs/plugins.md");
      case LinkageError e ->
          new Failure(
              ExitCode.ENVIRONMENT,
              "the installation is damaged, " + message(e) + "; build or install dexscope again");
      default ->
          new Failure(
              ExitCode.ENVIRONMENT,
              "internal error, " + thrown + "; run again with --debug and report the trace");
    };
  }

  private static Throwable origin(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return cause == null || thrown instanceof ServiceConfigurationError ? thrown : origin(cause);
  }

  private static Failure badInput(String what, String where) {
    return new Failure(
        ExitCode.BAD_INPUT,
        what + ", " + where + "; check that the file is whole and of this kind");
  }

  private static Failure usage(CommandLine.ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String text = message(e).lines().findFirst().orElse("bad arguments");
    String what = inLowerCase(text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1));
    return new Failure(ExitCode.USAGE, what + "; " + meant(e) + "see '" + command + " --help'");
  }

  /** Choices are written in lower case, as in the help. */
  private static String inLowerCase(String text) {
    int from = text.indexOf("expected one of [");
    int to = text.indexOf(']', Math.max(0, from));
    if (from < 0 || to < 0) {
      return text;
    }
    String choices = text.substring(from, to).toLowerCase(Locale.ROOT).replace('_', '-');
    return text.substring(0, from)
        + choices
        + text.substring(to).replace("] (case-insensitive)", "]");
  }

  /** The option that a misspelt one may have been. */
  private static String meant(CommandLine.ParameterException e) {
    if (!(e instanceof CommandLine.UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return "";
    }
    String word = unmatched.getUnmatched().getFirst();
    int equals = word.indexOf('=');
    List<String> near =
        Nearest.to(
            equals < 0 ? word : word.substring(0, equals),
            e.getCommandLine().getCommandSpec().optionsMap().keySet());
    return near.isEmpty() ? "" : "did you mean " + near.getFirst() + "? ";
  }

  private static Failure io(IOException e) {
    return switch (e) {
      case NoSuchFileException f ->
          new Failure(ExitCode.BAD_INPUT, "no such file, " + f.getFile() + "; check the path");
      case MonitorException m ->
          new Failure(ExitCode.ENVIRONMENT, m.getMessage() + "; see dexscope ps");
      case DeadlineException d ->
          new Failure(ExitCode.ENVIRONMENT, d.getMessage() + "; see --deadline and dexscope ps");
      case BindException b ->
          new Failure(ExitCode.ENVIRONMENT, reason(b.getMessage()) + "; name another --port");
      case AccessDeniedException f ->
          new Failure(
              ExitCode.BAD_INPUT, "access denied, " + f.getFile() + "; check its permissions");
      case FileAlreadyExistsException f ->
          new Failure(ExitCode.BAD_INPUT, "file exists, " + f.getFile() + "; choose another path");
      case FileSystemException f ->
          new Failure(
              ExitCode.ENVIRONMENT,
              reason(f.getReason()) + ", " + f.getFile() + "; check the path and the free space");
      default ->
          new Failure(
              ExitCode.ENVIRONMENT,
              reason(e.getMessage()) + ", while reading or writing; check the disk and try again");
    };
  }

  private static String reason(@org.jspecify.annotations.Nullable String text) {
    return text == null || text.isBlank() ? "input/output error" : text;
  }

  private static String message(Throwable e) {
    String text = e.getMessage();
    return text == null ? e.getClass().getSimpleName() : text;
  }
}
