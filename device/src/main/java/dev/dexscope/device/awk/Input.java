package dev.dexscope.device.awk;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The main input: the files that {@code ARGV} names, with assignments between them. */
final class Input {
  private static final Pattern ASSIGNMENT =
      Pattern.compile("([A-Za-z_][A-Za-z_0-9]*)=(.*)", Pattern.DOTALL);

  private final Machine machine;
  private final Host host;
  private int next = 1;
  private boolean isAnyRead;
  private boolean isEnded;
  private @Nullable RecordReader reader;

  /** Whether a file was absent. */
  private boolean isIncomplete;

  Input(Machine machine, Host host) {
    this.machine = machine;
    this.host = host;
  }

  boolean isIncomplete() {
    return isIncomplete;
  }

  /** Returns the next record; null after the last one. */
  @Nullable String next() throws IOException {
    while (!isEnded) {
      RecordReader current = reader;
      if (current == null) {
        open();
        continue;
      }
      String record = current.next(machine.text("RS"), machine.patterns());
      if (record != null) {
        return record;
      }
      skipFile();
    }
    return null;
  }

  /** The rest of the file is not read. */
  void skipFile() throws IOException {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  private void open() throws IOException {
    Map<String, Value> operands = machine.array("ARGV");
    int count = (int) machine.global("ARGC").value.number();
    while (next < count) {
      Value operand = operands.get(next++ + "");
      String name = operand == null ? "" : machine.text(operand);
      if (name.isEmpty()) {
        continue;
      }
      Matcher assignment = ASSIGNMENT.matcher(name);
      if (assignment.matches()) {
        machine.assign(assignment.group(1), assignment.group(2));
        continue;
      }
      isAnyRead = true;
      try {
        begin(
            name,
            name.equals("-") ? new RecordReader(host.in()) : new RecordReader(host.open(name)));
        return;
      } catch (IOException e) {
        isIncomplete = true;
        host.err().println("awk: " + name + ": " + e.getMessage());
      }
    }
    if (isAnyRead) {
      isEnded = true;
      return;
    }
    isAnyRead = true;
    begin("", new RecordReader(host.in()));
  }

  private void begin(String name, RecordReader opened) {
    reader = opened;
    machine.global("FILENAME").value = Value.of(name);
    machine.global("FNR").value = Value.ZERO;
  }
}
