package dev.dexscope.dex;

import java.util.List;
import java.util.Locale;

/**
 * An annotation_item.
 *
 * @param visibility when it can be seen
 * @param type its type descriptor
 * @param elements its values, in the order of their names
 */
public record Annotation(Visibility visibility, String type, List<EncodedValue.Element> elements) {
  /** The visibility values, in their order. */
  public enum Visibility {
    BUILD(0),
    RUNTIME(1),
    SYSTEM(2);

    private final int code;

    Visibility(int code) {
      this.code = code;
    }

    /** Its number in the file. */
    public int code() {
      return code;
    }

    /** The name in assembler text. */
    public String mnemonic() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Annotation {
    elements = List.copyOf(elements);
  }
}
