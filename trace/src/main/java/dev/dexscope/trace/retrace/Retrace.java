package dev.dexscope.trace.retrace;

import dev.dexscope.trace.MappingFiles;
import dev.dexscope.trace.retrace.FrameSearch.At;
import dev.dexscope.trace.retrace.FrameSearch.Result;
import dev.dexscope.trace.retrace.FrameSearch.Stack;
import dev.dexscope.trace.retrace.RenamedClass.Overload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Restores the source's names and lines in stack traces, as R8's own {@code retrace} does: frames
 * that were inlined come back, frames of outlined code and of methods that the compiler made are
 * left out, and where the mapping file leaves several possibilities, all of them are listed, those
 * after the first with {@code <OR>}. Lines that have nothing of a stack trace stay as they are.
 *
 * <pre>{@code
 * Retrace.Log log = Retrace.read(mapping).log();
 * lines.flatMap(line -> log.restore(line).stream()).forEach(System.out::println);
 * }</pre>
 */
public final class Retrace {
  private final RenamedClasses classes;
  private final SourceFiles files;

  private Retrace(RenamedClasses classes) {
    this.classes = classes;
    this.files = new SourceFiles(classes.sourceFiles());
  }

  /**
   * Reads a mapping file.
   *
   * @throws IOException if it cannot be read
   * @throws dev.dexscope.trace.MappingFormatException if it is another kind of file
   */
  public static Retrace read(Path mapping) throws IOException {
    return new Retrace(MappingReader.read(mapping));
  }

  /**
   * Reads the mapping file of a log from a folder with the files of many builds. R8 writes the
   * file's id into the frames.
   *
   * @param name the log's, for messages
   * @return null if no frame has an id
   * @throws IOException if the folder or the file cannot be read
   * @throws dev.dexscope.trace.TraceFormatException if no file has the id
   */
  public static @Nullable Retrace find(Path folder, List<String> lines, String name)
      throws IOException {
    List<String> files = new ArrayList<>();
    for (String each : lines) {
      StackLine line = StackLine.of(each);
      if (line != null) {
        files.add(line.file());
      }
    }
    Path mapping = MappingFiles.find(folder, files, name);
    return mapping == null ? null : read(mapping);
  }

  /** Returns what restores one log, from its first line on. */
  public Log log() {
    return new Log();
  }

  /** A log: what a line means depends on the one before. */
  public final class Log {
    /** The descriptor of the exception that the line before named; empty without. */
    private String thrown = "";

    private int outlineLine = FrameSearch.NO_OUTLINE;

    private Log() {}

    /** Returns the lines of the source for the log's next line; none for code that it has not. */
    public List<String> restore(String text) {
      StackLine line = StackLine.of(text);
      if (line == null) {
        return List.of(text);
      }
      RenamedClass type = classes.get(line.type());
      String method = line.method();
      if (method == null) {
        thrown = "L" + line.type().replace('.', '/') + ";";
        outlineLine = FrameSearch.NO_OUTLINE;
        String name = type == null ? line.type() : type.original();
        return List.of(line.before() + name + line.after());
      }
      List<Overload> overloads = type == null ? List.of() : type.overloads(method);
      Result found = FrameSearch.find(overloads, line.line(), outlineLine, thrown);
      if (type == null || !found.isKnown()) {
        return List.of(withoutMethod(line, type));
      }
      return frames(line, type, found);
    }

    private String withoutMethod(StackLine line, @Nullable RenamedClass type) {
      String name = type == null ? line.type() : type.original();
      String file = files.of(name, type != null, line.file());
      String lineText = line.line() == 0 ? "" : line.lineText();
      return line.before()
          + name
          + "."
          + line.method()
          + line.open()
          + file
          + lineText
          + line.after();
    }

    private List<String> frames(StackLine line, RenamedClass type, Result found) {
      List<List<Frame>> possible = new ArrayList<>();
      List<Stack> kept = new ArrayList<>();
      for (Stack stack : found.stacks()) {
        List<Frame> frames = stack.frames().stream().map(at -> frame(at, line, type)).toList();
        if (!frames.isEmpty() && isNew(frames.getFirst(), possible, line.line() > 0)) {
          possible.add(frames);
          kept.add(stack);
        }
      }
      thrown = "";
      List<Stack> decisive = kept.isEmpty() ? found.stacks() : kept;
      boolean isCertain = kept.isEmpty() || kept.size() == 1;
      Stack last = decisive.getLast();
      outlineLine = isCertain && last.isOutline() ? last.line() : FrameSearch.NO_OUTLINE;
      possible.sort(Comparator.comparing(List::getFirst, Frame.ORDER));
      return lines(line, possible, found.isAmbiguous());
    }

    private static boolean isNew(Frame frame, List<List<Frame>> possible, boolean withLine) {
      return possible.stream().noneMatch(each -> each.getFirst().looksLike(frame, withLine));
    }

    private Frame frame(At at, StackLine line, RenamedClass type) {
      String holder = at.method().holder();
      String name = holder.isEmpty() ? type.original() : holder;
      int number = at.line() == StackLine.NO_LINE ? line.line() : at.line();
      return new Frame(name, at.method(), files.of(name, true, line.file()), number);
    }

    /** The first frames of all possibilities, then the second ones. */
    private static List<String> lines(
        StackLine line, List<List<Frame>> possible, boolean isAmbiguous) {
      List<String> lines = new ArrayList<>();
      int deepest = possible.stream().mapToInt(List::size).max().orElse(0);
      for (int depth = 0; depth < deepest; depth++) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < possible.size(); i++) {
          List<Frame> frames = possible.get(i);
          String text = depth < frames.size() ? text(line, frames.get(depth), isAmbiguous) : "";
          if (!text.isEmpty() && seen.add(text)) {
            lines.add(i == 0 ? text : alternative(text));
          }
        }
      }
      return lines;
    }

    private static String text(StackLine line, Frame frame, boolean isAmbiguous) {
      boolean isRestored = frame.line() != StackLine.NO_LINE && (line.line() > -1 || !isAmbiguous);
      String number = frame.line() <= 0 ? "" : ":" + frame.line();
      return line.before()
          + frame.type()
          + "."
          + frame.method().name()
          + line.open()
          + frame.file()
          + (isRestored ? number : line.lineText())
          + line.after();
    }

    /** Before {@code at}, because tools that follow read lines from there. */
    private static String alternative(String text) {
      int at = text.indexOf("at ");
      return text.substring(0, at) + "<OR> " + text.substring(at);
    }
  }
}
