package dev.dexscope.agents.jvmti;

/** Error codes of the specification that are given here. */
public final class JvmtiError {
  public static final int NONE = 0;
  public static final int THREAD_NOT_SUSPENDED = 13;
  public static final int THREAD_SUSPENDED = 14;
  public static final int THREAD_NOT_ALIVE = 15;
  public static final int INVALID_LOCATION = 24;
  public static final int NO_MORE_FRAMES = 31;
  public static final int OPAQUE_FRAME = 32;
  public static final int TYPE_MISMATCH = 34;
  public static final int INVALID_SLOT = 35;
  public static final int DUPLICATE = 40;
  public static final int NOT_FOUND = 41;
  public static final int INVALID_CLASS_FORMAT = 60;
  public static final int FAILS_VERIFICATION = 62;
  public static final int NAMES_DONT_MATCH = 69;
  public static final int NOT_AVAILABLE = 98;
  public static final int MUST_POSSESS_CAPABILITY = 99;
  public static final int NULL_POINTER = 100;
  public static final int ABSENT_INFORMATION = 101;
  public static final int INVALID_EVENT_TYPE = 102;
  public static final int ILLEGAL_ARGUMENT = 103;
  public static final int OUT_OF_MEMORY = 110;
  public static final int WRONG_PHASE = 112;
  public static final int INTERNAL = 113;

  private JvmtiError() {}
}
