package dev.dexscope.wire.jdwp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the table of all commands. */
final class CommandTable {
  private static final String FILE = "commands.txt";

  private final Map<String, JdwpCommand> commands = new LinkedHashMap<>();
  private final StringBuilder request = new StringBuilder();
  private final StringBuilder reply = new StringBuilder();
  private StringBuilder open = request;
  private int set;
  private String setName = "";
  private int command;
  private String name = "";

  private CommandTable() {}

  static Map<String, JdwpCommand> read() {
    try (InputStream in = CommandTable.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is not in the jar");
      }
      CommandTable table = new CommandTable();
      new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(table::line);
      table.end();
      return table.commands;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Map<Integer, JdwpCommand> byNumber(Map<String, JdwpCommand> all) {
    Map<Integer, JdwpCommand> numbers = new HashMap<>();
    all.values().forEach(each -> numbers.put(each.set() << 8 | each.command(), each));
    return numbers;
  }

  private void line(String line) {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return;
    }
    if (text.startsWith(">") || text.startsWith("<")) {
      open = text.startsWith(">") ? request : reply;
      open.append(text.substring(1));
    } else if (line.startsWith("  ")) {
      open.append(' ').append(text);
    } else {
      end();
      int space = text.indexOf(' ');
      int number = Integer.parseInt(text.substring(0, space));
      String title = text.substring(space + 1);
      if (line.startsWith(" ")) {
        command = number;
        name = title;
      } else {
        set = number;
        setName = title;
      }
    }
  }

  private void end() {
    if (!name.isEmpty()) {
      String whole = setName + "." + name;
      Layout asked = new Words(request).layout();
      Layout told = new Words(reply).layout();
      commands.put(whole, new JdwpCommand(set, command, whole, asked, told));
    }
    name = "";
    request.setLength(0);
    reply.setLength(0);
  }

  /** The words of a command's fields. */
  private static final class Words {
    private final String[] words;
    private int next;

    Words(CharSequence text) {
      words = text.toString().strip().split("\\s+");
    }

    /** Parses up to a closing parenthesis or the end. */
    Layout layout() {
      List<Layout.Part> parts = new ArrayList<>();
      while (next < words.length && !words[next].equals(")")) {
        String word = words[next++];
        if (word.endsWith("*(")) {
          parts.add(new Layout.Repetition(word.substring(0, word.length() - 2), inner()));
        } else if (word.endsWith("?(")) {
          parts.add(new Layout.Choice(word.substring(0, word.length() - 2), cases()));
        } else if (!word.isEmpty()) {
          int colon = word.indexOf(':');
          String kind = word.substring(colon + 1);
          parts.add(new Layout.Single(word.substring(0, colon), Kind.named(kind)));
        }
      }
      return new Layout(parts);
    }

    private Layout inner() {
      Layout inner = layout();
      next++;
      return inner;
    }

    private Map<Integer, Layout> cases() {
      Map<Integer, Layout> cases = new LinkedHashMap<>();
      while (!words[next].equals(")")) {
        String word = words[next++];
        cases.put(Integer.parseInt(word.substring(0, word.length() - 1)), inner());
      }
      next++;
      return cases;
    }
  }
}
