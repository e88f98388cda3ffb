package dev.dexscope.wire.jdwp;

import java.util.Arrays;
import java.util.List;

/** The value of a field of a command or a reply. */
public sealed interface Datum
    permits Datum.Num,
        Datum.Text,
        Datum.Raw,
        Datum.Tagged,
        Datum.Location,
        Datum.Region,
        Datum.Repeated {

  /** A number, a boolean or an id. */
  record Num(long value) implements Datum {}

  record Text(String value) implements Datum {}

  /**
   * Bytes to which JDWP assigns no structure: a method's code, a class file, values without tags.
   */
  record Raw(byte[] value) implements Datum {
    @Override
    public boolean equals(Object other) {
      return other instanceof Raw raw && Arrays.equals(value, raw.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }
  }

  /**
   * A value or an object with the tag of its kind ({@code JDWP.Tag}).
   *
   * @param value its bits; for objects the id
   */
  record Tagged(int tag, long value) implements Datum {}

  /** A place in code. */
  record Location(int typeTag, long referenceType, long method, long index) implements Datum {}

  /** A part of an array: all elements have the tag, objects each their own. */
  record Region(int tag, List<Tagged> values) implements Datum {}

  /** Repeated fields. */
  record Repeated(List<Fields> all) implements Datum {}
}
