package dev.dexscope.device.awk;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a name stands for: a value, an array, or neither yet. */
final class Slot {
  Value value = Value.UNSET;
  private @Nullable Map<String, Value> array;

  /** The argument whose parameter this is: it becomes an array when this does. */
  private final @Nullable Slot argument;

  Slot() {
    argument = null;
  }

  /** A parameter, to which a variable is passed. */
  Slot(Slot argument) {
    this.argument = argument;
    value = argument.value;
    array = argument.array;
  }

  /** A parameter, to which a value is passed. */
  Slot(Value value) {
    argument = null;
    this.value = value;
  }

  boolean isArray() {
    return array != null;
  }

  Map<String, Value> array() {
    Map<String, Value> known = array;
    if (known == null) {
      known = argument == null ? new LinkedHashMap<>() : argument.array();
      array = known;
    }
    return known;
  }
}
