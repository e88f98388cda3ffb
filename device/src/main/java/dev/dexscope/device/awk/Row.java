package dev.dexscope.device.awk;

import java.util.ArrayList;
import java.util.List;

/** The record: its text, and its fields, each made of the other when it is asked for. */
final class Row {
  private static final int MOST_FIELDS = 100_000;

  private final Machine machine;
  private Value whole = Value.UNSET;
  private final List<Value> fields = new ArrayList<>();
  private boolean isSplit = true;
  private boolean isJoined = true;

  Row(Machine machine) {
    this.machine = machine;
  }

  void set(Value text) {
    whole = text;
    isSplit = false;
    isJoined = true;
  }

  private void split() throws AwkException {
    if (!isSplit) {
      isSplit = true;
      fields.clear();
      boolean isByLines = machine.text("RS").isEmpty();
      String text = machine.text(whole);
      for (String each : Splitting.split(text, machine.text("FS"), isByLines, machine.patterns())) {
        fields.add(Value.ofInput(each));
      }
    }
  }

  int count() throws AwkException {
    split();
    return fields.size();
  }

  void count(int count) throws AwkException {
    check(count);
    split();
    while (fields.size() > count) {
      fields.removeLast();
    }
    while (fields.size() < count) {
      fields.add(Value.UNSET);
    }
    isJoined = false;
  }

  private static void check(int number) throws AwkException {
    if (number < 0 || number > MOST_FIELDS) {
      throw new AwkException("no field " + number);
    }
  }

  Value field(int number) throws AwkException {
    check(number);
    if (number == 0) {
      return whole();
    }
    split();
    return number <= fields.size() ? fields.get(number - 1) : Value.UNSET;
  }

  private Value whole() throws AwkException {
    if (!isJoined) {
      isJoined = true;
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < fields.size(); i++) {
        text.append(i == 0 ? "" : machine.text("OFS")).append(machine.text(fields.get(i)));
      }
      whole = Value.ofInput(Machine.limited(text.toString()));
    }
    return whole;
  }

  void assign(int number, Value value) throws AwkException {
    check(number);
    if (number == 0) {
      set(value.text() == null ? value : Value.ofInput(machine.text(value)));
      return;
    }
    split();
    if (number > fields.size()) {
      count(number);
    }
    fields.set(number - 1, value);
    isJoined = false;
  }
}
