package dev.dexscope.dex.smali;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.LineTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of a method as smali text, and where it is in the method.
 *
 * <pre>{@code
 * for (SmaliLine line : SmaliLine.of(method, 100_000)) {
 *   System.out.println(line.pc() + " " + line.text());
 * }
 * }</pre>
 *
 * @param pc the address of the instruction, in code units; -1 where the line shows none
 * @param line the source line of the instruction; -1 if debug info has none
 */
public record SmaliLine(int pc, int line, String text) {
  private static final int NONE = -1;

  /** The directives of which a listing has columns. */
  private static final String LINE = ".line ";

  /**
   * Shows a method: its declaration, registers, instructions, exception ranges and variables.
   *
   * @param most the maximum number of lines; a last one has the number of the others
   */
  public static List<SmaliLine> of(EncodedMethod method, int most) {
    String flags = AccessFlags.ofMethod(method.accessFlags());
    String declaration =
        ".method " + flags + method.ref().name() + method.ref().proto().descriptor();
    CodeItem code = method.code();
    if (code == null) {
      return List.of(outer(declaration), outer(".end method"));
    }
    var lines = new Lines(LineTable.of(code), most);
    var body = new SmaliCode(code, method, lines);
    lines.add(outer(declaration));
    try {
      body.writeRegisters();
      body.write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lines.add(outer(".end method"));
    return lines.shown();
  }

  private static SmaliLine outer(String text) {
    return new SmaliLine(NONE, NONE, text);
  }

  private static final class Lines implements SmaliCode.Sink {
    private final LineTable table;
    private final int most;
    private final List<SmaliLine> lines = new ArrayList<>();
    private int left;

    Lines(LineTable table, int most) {
      this.table = table;
      this.most = most;
    }

    @Override
    public void line(int pc, String text) {
      if (!text.startsWith(LINE)) {
        add(new SmaliLine(pc, pc < 0 ? NONE : table.line(pc), "    " + text));
      }
    }

    void add(SmaliLine line) {
      if (lines.size() < most) {
        lines.add(line);
      } else {
        left++;
      }
    }

    List<SmaliLine> shown() {
      if (left > 0) {
        lines.add(outer("# " + left + " more lines"));
      }
      return lines;
    }
  }
}
