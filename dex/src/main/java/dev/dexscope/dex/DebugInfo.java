package dev.dexscope.dex;

import dev.dexscope.dex.raw.ItemCursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A debug_info_item: the lines and variables of the code.
 *
 * <pre>{@code
 * for (DebugInfo.Events e = debugInfo.events(); e.next(); ) {
 *   if (e.kind() == DebugInfo.Kind.LINE) {
 *     System.out.println(e.address() + " is line " + e.line());
 *   }
 * }
 * }</pre>
 *
 * @param dex its file
 * @param offset its offset
 */
public record DebugInfo(DexFile dex, int offset) {
  /** The opcodes of the state machine, and the constants of the special ones. */
  public static final int END_SEQUENCE = 0;

  public static final int ADVANCE_PC = 1;
  public static final int ADVANCE_LINE = 2;
  public static final int START_LOCAL = 3;
  public static final int START_LOCAL_EXTENDED = 4;
  public static final int END_LOCAL = 5;
  public static final int RESTART_LOCAL = 6;
  public static final int SET_PROLOGUE_END = 7;
  public static final int SET_EPILOGUE_BEGIN = 8;
  public static final int SET_FILE = 9;
  public static final int FIRST_SPECIAL = 10;
  public static final int LINE_BASE = -4;
  public static final int LINE_RANGE = 15;

  /** The kind of an event. */
  public enum Kind {
    LINE,
    START_LOCAL,
    END_LOCAL,
    RESTART_LOCAL,
    PROLOGUE_END,
    EPILOGUE_BEGIN,
    SET_FILE
  }

  private ItemCursor cursor() {
    return dex.raw().cursor("debug_info_item", offset);
  }

  /** The line that the events count from. */
  public int lineStart() {
    return cursor().uleb128();
  }

  /** Returns the parameters' names, null for those without a name. */
  public List<@Nullable String> parameterNames() {
    ItemCursor cursor = cursor();
    cursor.uleb128();
    int count = cursor.count(1);
    List<@Nullable String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int name = cursor.uleb128p1();
      names.add(name == DexFile.NO_INDEX ? null : dex.string(name));
    }
    return names;
  }

  /** The events, before the first. */
  public Events events() {
    return events(cursor());
  }

  /** Returns the events of the item at a cursor. */
  public static Events events(ItemCursor cursor) {
    int line = cursor.uleb128();
    for (int i = cursor.count(1); i > 0; i--) {
      cursor.uleb128();
    }
    return new Events(cursor, line);
  }

  /** Goes from event to event. */
  public static final class Events {
    private final ItemCursor cursor;
    private Kind kind = Kind.LINE;
    private int address;
    private int line;
    private int register;
    private int name = DexFile.NO_INDEX;
    private int type = DexFile.NO_INDEX;
    private int signature = DexFile.NO_INDEX;

    Events(ItemCursor cursor, int line) {
      this.cursor = cursor;
      this.line = line;
    }

    /** Goes to the next event; false at the end. */
    public boolean next() {
      while (true) {
        int opcode = cursor.uint8();
        switch (opcode) {
          case END_SEQUENCE -> {
            return false;
          }
          case ADVANCE_PC -> address += cursor.uleb128();
          case ADVANCE_LINE -> line += cursor.sleb128();
          case START_LOCAL, START_LOCAL_EXTENDED -> {
            register = cursor.uleb128();
            name = cursor.uleb128p1();
            type = cursor.uleb128p1();
            signature = opcode == START_LOCAL_EXTENDED ? cursor.uleb128p1() : DexFile.NO_INDEX;
            return found(Kind.START_LOCAL);
          }
          case END_LOCAL -> {
            register = cursor.uleb128();
            return found(Kind.END_LOCAL);
          }
          case RESTART_LOCAL -> {
            register = cursor.uleb128();
            return found(Kind.RESTART_LOCAL);
          }
          case SET_PROLOGUE_END -> {
            return found(Kind.PROLOGUE_END);
          }
          case SET_EPILOGUE_BEGIN -> {
            return found(Kind.EPILOGUE_BEGIN);
          }
          case SET_FILE -> {
            name = cursor.uleb128p1();
            return found(Kind.SET_FILE);
          }
          default -> {
            int adjusted = opcode - FIRST_SPECIAL;
            address += adjusted / LINE_RANGE;
            line += LINE_BASE + adjusted % LINE_RANGE;
            return found(Kind.LINE);
          }
        }
      }
    }

    private boolean found(Kind what) {
      kind = what;
      return true;
    }

    /** Returns the kind of the current event. */
    public Kind kind() {
      return kind;
    }

    /** From which address on, in code units. */
    public int address() {
      return address;
    }

    /** The source line. */
    public int line() {
      return line;
    }

    /** The register of a local variable. */
    public int register() {
      return register;
    }

    /** The string_id of a variable's or file's name, or -1. */
    public int name() {
      return name;
    }

    /** The type_id of a variable, or -1. */
    public int type() {
      return type;
    }

    /** The string_id of a variable's generic signature, or -1. */
    public int signature() {
      return signature;
    }
  }
}
