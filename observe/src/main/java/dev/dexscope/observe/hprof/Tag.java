package dev.dexscope.observe.hprof;

/** Numbers of the format: records, entries of heap dumps, types. */
final class Tag {
  static final int STRING = 0x01;
  static final int LOAD_CLASS = 0x02;
  static final int FRAME = 0x04;
  static final int TRACE = 0x05;
  static final int HEAP_DUMP = 0x0c;
  static final int HEAP_DUMP_SEGMENT = 0x1c;
  static final int HEAP_DUMP_END = 0x2c;

  static final int ROOT_UNKNOWN = 0xff;
  static final int ROOT_JNI_GLOBAL = 0x01;
  static final int ROOT_JNI_LOCAL = 0x02;
  static final int ROOT_JAVA_FRAME = 0x03;
  static final int ROOT_NATIVE_STACK = 0x04;
  static final int ROOT_STICKY_CLASS = 0x05;
  static final int ROOT_THREAD_BLOCK = 0x06;
  static final int ROOT_MONITOR_USED = 0x07;
  static final int ROOT_THREAD_OBJECT = 0x08;
  static final int CLASS_DUMP = 0x20;
  static final int INSTANCE_DUMP = 0x21;
  static final int OBJECT_ARRAY_DUMP = 0x22;
  static final int PRIMITIVE_ARRAY_DUMP = 0x23;

  /** Android's own: the heap of the following objects, and a root in the VM itself. */
  static final int HEAP_DUMP_INFO = 0xfe;

  static final int ROOT_VM_INTERNAL = 0x8d;

  static final int OBJECT = 2;
  static final int CHAR = 5;
  static final int BYTE = 8;

  private Tag() {}

  /** Returns the bytes of a value; 0 if it is not a type. */
  static int size(int type, int idSize) {
    return switch (type) {
      case OBJECT -> idSize;
      case 4, BYTE -> 1;
      case CHAR, 9 -> 2;
      case 6, 10 -> 4;
      case 7, 11 -> 8;
      default -> 0;
    };
  }
}
