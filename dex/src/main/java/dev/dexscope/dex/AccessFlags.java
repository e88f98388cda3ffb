package dev.dexscope.dex;

/** The access_flags of classes, fields and methods. */
public final class AccessFlags {
  public static final int PUBLIC = 0x1;
  public static final int PRIVATE = 0x2;
  public static final int PROTECTED = 0x4;
  public static final int STATIC = 0x8;
  public static final int FINAL = 0x10;
  public static final int SYNCHRONIZED = 0x20;
  public static final int VOLATILE = 0x40;
  public static final int BRIDGE = 0x40;
  public static final int TRANSIENT = 0x80;
  public static final int VARARGS = 0x80;
  public static final int NATIVE = 0x100;
  public static final int INTERFACE = 0x200;
  public static final int ABSTRACT = 0x400;
  public static final int STRICT = 0x800;
  public static final int SYNTHETIC = 0x1000;
  public static final int ANNOTATION = 0x2000;
  public static final int ENUM = 0x4000;
  public static final int CONSTRUCTOR = 0x10000;
  public static final int DECLARED_SYNCHRONIZED = 0x20000;

  private static final String[] FOR_CLASS = {
    "public",
    "private",
    "protected",
    "static",
    "final",
    "",
    "",
    "",
    "",
    "interface",
    "abstract",
    "",
    "synthetic",
    "annotation",
    "enum"
  };
  private static final String[] FOR_FIELD = {
    "public",
    "private",
    "protected",
    "static",
    "final",
    "",
    "volatile",
    "transient",
    "",
    "",
    "",
    "",
    "synthetic",
    "",
    "enum"
  };
  private static final String[] FOR_METHOD = {
    "public",
    "private",
    "protected",
    "static",
    "final",
    "synchronized",
    "bridge",
    "varargs",
    "native",
    "",
    "abstract",
    "strictfp",
    "synthetic",
    "",
    "",
    "",
    "constructor",
    "declared-synchronized"
  };

  private AccessFlags() {}

  /** The flags of a class in words, each followed by a blank. */
  public static String ofClass(int flags) {
    return words(flags, FOR_CLASS);
  }

  /** The flags of a field in words, each followed by a blank. */
  public static String ofField(int flags) {
    return words(flags, FOR_FIELD);
  }

  /** The flags of a method in words, each followed by a blank. */
  public static String ofMethod(int flags) {
    return words(flags, FOR_METHOD);
  }

  private static String words(int flags, String[] names) {
    var text = new StringBuilder();
    for (int i = 0; i < names.length; i++) {
      if ((flags & (1 << i)) != 0 && !names[i].isEmpty()) {
        text.append(names[i]).append(' ');
      }
    }
    return text.toString();
  }
}
