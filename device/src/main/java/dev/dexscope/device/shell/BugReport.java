package dev.dexscope.device.shell;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** {@code bugreport} and {@code bugreportz}: the state of the device for whoever reads it later. */
final class BugReport {
  private static final String VERSION = "1.1";
  private static final String FOLDER = "/data/local/tmp";

  private static final List<String> SECTIONS =
      List.of(
          "getprop",
          "ps",
          "logcat -d -v threadtime",
          "dumpsys meminfo",
          "dumpsys activity",
          "pm list packages -f -U",
          "df");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss", Locale.ROOT);

  private BugReport() {}

  static int print(Call call) {
    write(call, call.out());
    return 0;
  }

  private static void write(Call call, PrintStream out) {
    out.println("========================================================");
    out.println("== dumpstate: " + LocalDateTime.now(ZoneId.systemDefault()));
    out.println("========================================================");
    for (String each : SECTIONS) {
      out.println("------ " + each.toUpperCase(Locale.ROOT) + " (" + each + ") ------");
      new Shell(call.shell().device()).run(each, InputStream.nullInputStream(), out, out);
      out.println();
    }
  }

  /** Its version is printed as an error, where adb reads it. */
  static int zip(Call call) throws IOException {
    if (call.words().contains("-v")) {
      call.err().println(VERSION);
      return 0;
    }
    String name = "bugreport-dexscope-" + LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
    String path = FOLDER + "/" + name + ".zip";
    Path file = call.shell().hostToWrite(path);
    boolean hasProgress = call.words().contains("-p");
    if (hasProgress) {
      call.out().println("BEGIN:" + path);
    }
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
        ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
      zip.putNextEntry(new ZipEntry("main_entry.txt"));
      zip.write((name + ".txt").getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry(name + ".txt"));
      PrintStream text = new PrintStream(zip, false, StandardCharsets.UTF_8);
      write(call, text);
      text.flush();
      zip.closeEntry();
    }
    if (hasProgress) {
      call.out().println("PROGRESS:" + SECTIONS.size() + "/" + SECTIONS.size());
    }
    call.out().println("OK:" + path);
    return 0;
  }
}
