package dev.dexscope.dexer;

import dev.dexscope.dex.Proto;
import java.util.HashMap;
import java.util.Map;

/**
 * The names of types as dex files have them. Before level 35 Android has no {@code
 * java.lang.Record}: as D8 does, a class of the program takes its place.
 */
final class Names {
  /** The first level with records. */
  private static final int RECORDS = 35;

  private static final String RECORD = "Ljava/lang/Record;";
  static final String RECORD_TAG = "Lcom/android/tools/r8/RecordTag;";

  private final boolean hasRecords;
  private final Map<String, Proto> protos = new HashMap<>();
  private boolean isTagUsed;

  Names(int api) {
    this.hasRecords = api >= RECORDS;
  }

  /** A generic signature as it is at a level. */
  static String signature(String text, int api) {
    return api >= RECORDS ? text : text.replace(RECORD, RECORD_TAG);
  }

  /** The descriptor of a class or array that an internal name names. */
  static String plain(String internalName) {
    return internalName.startsWith("[") ? internalName : 'L' + internalName + ';';
  }

  String descriptor(String internalName) {
    return type(plain(internalName));
  }

  /** The descriptor of a type by its descriptor in class files. */
  String type(String descriptor) {
    return hasRecords || !descriptor.endsWith(RECORD) ? descriptor : replaced(descriptor);
  }

  Proto proto(String descriptor) {
    Proto known = protos.get(descriptor);
    if (known == null) {
      boolean isReplaced = !hasRecords && descriptor.contains(RECORD);
      known = Proto.parse(isReplaced ? replaced(descriptor) : descriptor);
      protos.put(descriptor, known);
    }
    return known;
  }

  private String replaced(String descriptor) {
    isTagUsed = true;
    return descriptor.replace(RECORD, RECORD_TAG);
  }

  /** Returns whether a class of the program takes the place of {@code java.lang.Record}. */
  boolean isTagUsed() {
    return isTagUsed;
  }
}
