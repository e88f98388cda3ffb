package dev.dexscope.dex.raw;

/** The value_type codes of encoded_values ("Value formats"). */
public final class ValueType {
  public static final int BYTE = 0x00;
  public static final int SHORT = 0x02;
  public static final int CHAR = 0x03;
  public static final int INT = 0x04;
  public static final int LONG = 0x06;
  public static final int FLOAT = 0x10;
  public static final int DOUBLE = 0x11;
  public static final int METHOD_TYPE = 0x15;
  public static final int METHOD_HANDLE = 0x16;
  public static final int STRING = 0x17;
  public static final int TYPE = 0x18;
  public static final int FIELD = 0x19;
  public static final int METHOD = 0x1a;
  public static final int ENUM = 0x1b;
  public static final int ARRAY = 0x1c;
  public static final int ANNOTATION = 0x1d;
  public static final int NULL = 0x1e;
  public static final int BOOLEAN = 0x1f;

  private ValueType() {}
}
