package dev.dexscope.apps;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A crash in native code, as HotSpot reports it.
 *
 * @param signal its name
 * @param place library, offset and symbol
 * @param nativeFrames the frames of native code, innermost first
 * @param javaFrames the frames of Java code
 */
record NativeCrash(
    String signal, String place, List<String> nativeFrames, List<String> javaFrames) {
  private static final Pattern SIGNAL = Pattern.compile("^#  (SIG\\w+|Internal Error)");
  private static final Pattern FRAME = Pattern.compile("^# (C|V|J|j|v) +(.*)");
  private static final String OWN = "[libdexscope-bionic.so";
  private static final int MOST = 20;

  /**
   * Reads a report.
   *
   * @return null if there is none
   * @throws IOException if it cannot be read
   */
  static @Nullable NativeCrash read(Path file) throws IOException {
    return Files.isRegularFile(file)
        ? parse(Files.readString(file, StandardCharsets.ISO_8859_1))
        : null;
  }

  static NativeCrash parse(String report) {
    String signal = "a crash";
    String place = "";
    List<String> nativeFrames = List.of();
    List<String> javaFrames = List.of();
    List<String> lines = report.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher found = SIGNAL.matcher(line);
      if (found.find()) {
        signal = found.group(1);
      }
      if (line.startsWith("# Problematic frame:") && i + 1 < lines.size()) {
        Matcher frame = FRAME.matcher(lines.get(i + 1));
        place = frame.find() ? frame.group(2) : "";
      }
      if (line.startsWith("Native frames:")) {
        // Java's frames are among them, and follow by themselves.
        nativeFrames = frames(lines, i + 1, "C ");
      } else if (line.startsWith("Java frames:")) {
        javaFrames = frames(lines, i + 1, "");
      }
    }
    // What ended the process for the app's library is of no interest.
    for (String each : nativeFrames) {
      if (place.startsWith(OWN) && !each.startsWith(OWN)) {
        place = each;
      }
    }
    return new NativeCrash(signal, place, nativeFrames, javaFrames);
  }

  private static List<String> frames(List<String> lines, int from, String kind) {
    List<String> frames = new ArrayList<>();
    for (int i = from; i < lines.size() && !lines.get(i).isBlank(); i++) {
      if (lines.get(i).startsWith(kind)) {
        frames.add(lines.get(i).replaceFirst("^[A-Za-z] +(\\d+ +\\S+ )?", "").strip());
      }
    }
    return frames;
  }

  /** Returns the crash as lines for the user. */
  String text() {
    var text = new StringBuilder();
    text.append("dexscope: the app crashed in native code: ").append(signal).append(", ");
    text.append(place).append('\n');
    for (List<String> each : List.of(nativeFrames, javaFrames)) {
      for (String frame : each.subList(0, Math.min(MOST, each.size()))) {
        text.append("    at ").append(frame).append('\n');
      }
    }
    return text.toString();
  }
}
