package dev.dexscope.agents.machine;

/** The numbers of JNI: its version, and the places of functions in its tables. */
final class Jni {
  /** 21. */
  static final int VERSION = 0x0015_0000;

  static final int THROW = 13;
  static final int EXCEPTION_OCCURRED = 15;
  static final int EXCEPTION_CLEAR = 17;
  static final int NEW_GLOBAL_REF = 21;
  static final int DELETE_GLOBAL_REF = 22;
  static final int DELETE_LOCAL_REF = 23;
  static final int NEW_LOCAL_REF = 25;
  static final int GET_STATIC_METHOD_ID = 113;
  static final int CALL_STATIC_LONG_METHOD = 132;
  static final int EXCEPTION_CHECK = 228;

  /** How many its table has, with the reserved ones. */
  static final int FUNCTIONS = 236;

  /** In the table of the JavaVM. */
  static final int GET_ENV = 6;

  private Jni() {}
}
