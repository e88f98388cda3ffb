package dev.dexscope.wire.jdwp;

/**
 * The type of a field of a fixed form. Ids of all kinds of objects have one size, and likewise ids
 * of types, but a rewriter of ids has to distinguish them.
 */
public enum Kind {
  BYTE("byte"),
  BOOLEAN("boolean"),
  SHORT("short"),
  INT("int"),
  LONG("long"),
  TEXT("string"),
  /** Four bytes with a length, then as many. */
  BYTES("bytes"),
  /** All bytes up to the end. */
  REST("rest"),
  /** A tag, then a value whose size the tag determines. */
  VALUE("value"),
  LOCATION("location"),
  REGION("region"),
  OBJECT("objectID"),
  THREAD("threadID"),
  THREAD_GROUP("threadGroupID"),
  STRING_OBJECT("stringID"),
  CLASS_LOADER("classLoaderID"),
  CLASS_OBJECT("classObjectID"),
  ARRAY("arrayID"),
  MODULE("moduleID"),
  REFERENCE_TYPE("referenceTypeID"),
  CLASS("classID"),
  INTERFACE("interfaceID"),
  ARRAY_TYPE("arrayTypeID"),
  METHOD("methodID"),
  FIELD("fieldID"),
  FRAME("frameID");

  private final String title;

  Kind(String title) {
    this.title = title;
  }

  static Kind named(String title) {
    for (Kind each : values()) {
      if (each.title.equals(title)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no kind of field is called " + title);
  }

  /** Returns the number of bytes of this kind; -1 if it is not a number. */
  int size(IdSizes ids) {
    return switch (this) {
      case BYTE, BOOLEAN -> 1;
      case SHORT -> 2;
      case INT -> 4;
      case LONG -> 8;
      case TEXT, BYTES, REST, VALUE, LOCATION, REGION -> -1;
      case METHOD -> ids.method();
      case FIELD -> ids.field();
      case FRAME -> ids.frame();
      case REFERENCE_TYPE, CLASS, INTERFACE, ARRAY_TYPE -> ids.referenceType();
      case OBJECT, THREAD, THREAD_GROUP, STRING_OBJECT, CLASS_LOADER, CLASS_OBJECT, ARRAY, MODULE ->
          ids.object();
    };
  }

  /** Returns whether it is a number that identifies something in the VM. */
  boolean isId() {
    return compareTo(OBJECT) >= 0;
  }

  @Override
  public String toString() {
    return title;
  }
}
