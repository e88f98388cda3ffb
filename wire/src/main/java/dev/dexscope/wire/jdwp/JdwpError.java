package dev.dexscope.wire.jdwp;

import java.io.IOException;

/** A VM refused a command. */
public final class JdwpError extends IOException {
  /** The error of a VM for unknown command sets and commands. */
  public static final int NOT_IMPLEMENTED = 99;

  /** The error of a VM for data that it cannot read. */
  public static final int ILLEGAL_ARGUMENT = 103;

  /** The error of a VM for its own failures. */
  public static final int INTERNAL = 113;

  private static final long serialVersionUID = 1L;

  private final int code;

  public JdwpError(String command, int code) {
    super(command + " was refused: " + name(code));
    this.code = code;
  }

  /** {@code JDWP.Error}. */
  public int code() {
    return code;
  }

  /** The specification's name of an error. */
  public static String name(int code) {
    return switch (code) {
      case 0 -> "NONE";
      case 10 -> "INVALID_THREAD";
      case 11 -> "INVALID_THREAD_GROUP";
      case 12 -> "INVALID_PRIORITY";
      case 13 -> "THREAD_NOT_SUSPENDED";
      case 14 -> "THREAD_SUSPENDED";
      case 15 -> "THREAD_NOT_ALIVE";
      case 20 -> "INVALID_OBJECT";
      case 21 -> "INVALID_CLASS";
      case 22 -> "CLASS_NOT_PREPARED";
      case 23 -> "INVALID_METHODID";
      case 24 -> "INVALID_LOCATION";
      case 25 -> "INVALID_FIELDID";
      case 30 -> "INVALID_FRAMEID";
      case 31 -> "NO_MORE_FRAMES";
      case 32 -> "OPAQUE_FRAME";
      case 33 -> "NOT_CURRENT_FRAME";
      case 34 -> "TYPE_MISMATCH";
      case 35 -> "INVALID_SLOT";
      case 40 -> "DUPLICATE";
      case 41 -> "NOT_FOUND";
      case 42 -> "INVALID_MODULE";
      case 50 -> "INVALID_MONITOR";
      case 51 -> "NOT_MONITOR_OWNER";
      case 52 -> "INTERRUPT";
      case 60 -> "INVALID_CLASS_FORMAT";
      case 61 -> "CIRCULAR_CLASS_DEFINITION";
      case 62 -> "FAILS_VERIFICATION";
      case 63 -> "ADD_METHOD_NOT_IMPLEMENTED";
      case 64 -> "SCHEMA_CHANGE_NOT_IMPLEMENTED";
      case 65 -> "INVALID_TYPESTATE";
      case 66 -> "HIERARCHY_CHANGE_NOT_IMPLEMENTED";
      case 67 -> "DELETE_METHOD_NOT_IMPLEMENTED";
      case 68 -> "UNSUPPORTED_VERSION";
      case 69 -> "NAMES_DONT_MATCH";
      case 70 -> "CLASS_MODIFIERS_CHANGE_NOT_IMPLEMENTED";
      case 71 -> "METHOD_MODIFIERS_CHANGE_NOT_IMPLEMENTED";
      case 72 -> "CLASS_ATTRIBUTE_CHANGE_NOT_IMPLEMENTED";
      case NOT_IMPLEMENTED -> "NOT_IMPLEMENTED";
      case 100 -> "NULL_POINTER";
      case 101 -> "ABSENT_INFORMATION";
      case 102 -> "INVALID_EVENT_TYPE";
      case ILLEGAL_ARGUMENT -> "ILLEGAL_ARGUMENT";
      case 110 -> "OUT_OF_MEMORY";
      case 111 -> "ACCESS_DENIED";
      case 112 -> "VM_DEAD";
      case INTERNAL -> "INTERNAL";
      case 115 -> "UNATTACHED_THREAD";
      case 500 -> "INVALID_TAG";
      case 502 -> "ALREADY_INVOKING";
      case 503 -> "INVALID_INDEX";
      case 504 -> "INVALID_LENGTH";
      case 506 -> "INVALID_STRING";
      case 507 -> "INVALID_CLASS_LOADER";
      case 508 -> "INVALID_ARRAY";
      case 509 -> "TRANSPORT_LOAD";
      case 510 -> "TRANSPORT_INIT";
      case 511 -> "NATIVE_METHOD";
      case 512 -> "INVALID_COUNT";
      default -> "error " + code;
    };
  }
}
