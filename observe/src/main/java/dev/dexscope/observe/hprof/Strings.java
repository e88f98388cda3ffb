package dev.dexscope.observe.hprof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which byte arrays are texts. Android has a byte array for ASCII text only and chars for all
 * other, HotSpot has one for Latin-1 and one for UTF-16 in the machine's byte order.
 */
final class Strings {
  private static final String STRING = "java.lang.String";

  private final IdSet latin = new IdSet();
  private final IdSet utf16 = new IdSet();

  private final HprofFile file;
  private final long type;
  private final int value;
  private final int coder;

  Strings(DumpedClasses classes) {
    file = classes.file();
    ClassDump string = classes.platformClass(STRING);
    type = string == null ? 0 : string.id();
    value = string == null ? -1 : offset(classes, string, "value");
    coder = string == null ? -1 : offset(classes, string, "coder");
  }

  /** Processes an object. */
  void object(long classId, long offset, long length) {
    if (classId == type && value >= 0 && coder >= 0 && length > Math.max(value, coder)) {
      (file.u1(offset + coder) == 0 ? latin : utf16).add(file.id(offset + value));
    }
  }

  /** Returns the offset of a field in an object; -1 if it has no such field. */
  private static int offset(DumpedClasses classes, ClassDump type, String name) {
    int offset = 0;
    List<ClassDump.Field> fields = type.fields();
    for (ClassDump.Field each : fields) {
      if (name.equals(text(classes.file(), each.name()))) {
        return offset;
      }
      offset += Tag.size(each.type(), classes.file().idSize());
    }
    return -1;
  }

  private static @Nullable String text(HprofFile file, long id) {
    String[] found = new String[1];
    file.records((tag, offset, length) -> {
      if (tag == Tag.STRING && file.id(offset) == id) {
        found[0] = file.text(offset + file.idSize(), length - file.idSize());
      }
    });
    return found[0];
  }

  boolean isLatin(long array) {
    return latin.contains(array);
  }

  boolean isUtf16(long array) {
    return utf16.contains(array);
  }
}
