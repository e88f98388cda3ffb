package dev.dexscope.cli.packages;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.apk.preflight.Finding;
import dev.dexscope.apk.preflight.Preflight;
import dev.dexscope.apk.preflight.Report;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope preflight}: will this app still work when it is changed and signed anew? */
@Command(
    name = "preflight",
    description = "Reports what will fail when an app is changed and signed by another key.",
    footer = {
      "",
      "Signature pinning, integrity checks, packers, missing splits, shared user ids, isolated",
      "processes, traps of Android versions: each with what to do. Exit code 1 when there is a",
      "blocker.",
      "",
      "Examples:",
      "  dexscope preflight app.apk",
      "  dexscope preflight base.apk split_config.de.apk",
      "  dexscope preflight --json app.xapk",
    })
public final class PreflightCommand implements Callable<Integer> {
  private static final String INDENT = " ".repeat(9);

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The packages of one app, a set of them (.apks, .xapk), or a bundle (.aab).")
  List<Path> files = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  private final Terminal terminal;

  public PreflightCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    for (Path file : files) {
      InputFile.check(file);
    }
    Report report = Preflight.of(files);
    if (json) {
      Json.print(terminal.out(), out -> write(out, report));
    } else {
      print(terminal.out(), report);
    }
    return (report.isClear() ? ExitCode.DONE : ExitCode.NO).code();
  }

  private static void print(PrintStream out, Report report) {
    out.println(
        Terminal.plain(report.packageName())
            + ", Android API "
            + report.minSdk()
            + " and up, made for "
            + report.targetSdk());
    for (Finding finding : report.findings()) {
      out.printf(
          Locale.ROOT,
          "%-8s %s, %s: %s%n",
          severity(finding),
          finding.id(),
          Terminal.plain(finding.where()),
          Terminal.plain(finding.what()));
      out.println(INDENT + Terminal.plain(finding.advice()));
    }
    out.println(report.isClear() ? "ready" : "not ready");
  }

  private static String severity(Finding finding) {
    return finding.severity().name().toLowerCase(Locale.ROOT);
  }

  private static void write(JsonGenerator out, Report report) throws IOException {
    out.writeStartObject();
    out.writeStringField("package", report.packageName());
    out.writeNumberField("minSdk", report.minSdk());
    out.writeNumberField("targetSdk", report.targetSdk());
    out.writeBooleanField("ready", report.isClear());
    out.writeArrayFieldStart("files");
    for (String file : report.packages()) {
      out.writeString(file);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("findings");
    for (Finding finding : report.findings()) {
      out.writeStartObject();
      out.writeStringField("severity", severity(finding));
      out.writeStringField("id", finding.id());
      out.writeStringField("where", finding.where());
      out.writeStringField("what", finding.what());
      out.writeStringField("advice", finding.advice());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }
}
