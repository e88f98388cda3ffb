package dev.dexscope.dex.write.code;

import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.write.ids.IndexTranslator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines and variables of code that is being built: those of the old code, and new ones. */
public final class DebugTable {
  public static final int NONE = DexFile.NO_INDEX;
  private static final int LINE = DebugInfo.FIRST_SPECIAL;

  /** Goes back to the old code's line. */
  private static final int OLD_LINE = DebugInfo.FIRST_SPECIAL + 1;

  /** A new event; where it was written. */
  private record Event(int written, int opcode, int value, int name, int type, int signature) {
    boolean isLineAt(int place) {
      return opcode == LINE && written == place;
    }
  }

  /** The file that contains {@link Debug.Kept} items. */
  private final @Nullable DexFile dex;

  private final Debug old;

  /** Whether {@link Debug.Kept} items stay in their file. */
  private final boolean ownFile;

  private final List<Event> added = new ArrayList<>();
  private boolean inNewLine;
  private int oldLine = NONE;
  private int @Nullable [] parameterNames;

  public DebugTable(@Nullable DexFile dex, Debug old, boolean ownFile) {
    this.dex = dex;
    this.old = old;
    this.ownFile = ownFile;
  }

  public void line(int written, int line) {
    added.add(new Event(written, LINE, line, NONE, NONE, NONE));
    inNewLine = true;
  }

  /** The same; a line that has been set there has no code. */
  public void onlyLine(int written, int line) {
    if (!added.isEmpty() && added.getLast().isLineAt(written)) {
      added.removeLast();
    }
    line(written, line);
  }

  /** An instruction of the old code is in its own line again, whatever was written before it. */
  public void oldInstruction(int written) {
    if (inNewLine) {
      inNewLine = false;
      added.add(new Event(written, OLD_LINE, NONE, NONE, NONE, NONE));
    }
  }

  public void startLocal(int written, int register, int name, int type, int signature) {
    int opcode = DebugInfo.START_LOCAL;
    added.add(new Event(written, opcode, register, name, type, signature));
  }

  public void local(int written, int opcode, int register) {
    added.add(new Event(written, opcode, register, NONE, NONE, NONE));
  }

  public void parameterNames(int[] names) {
    parameterNames = names;
  }

  /** Returns whether the old code's debug information names registers. */
  public boolean namesRegisters() {
    ItemCursor cursor = cursor();
    if (cursor == null) {
      return false;
    }
    DebugInfo.Events events = DebugInfo.events(cursor);
    boolean named = false;
    while (!named && events.next()) {
      named =
          switch (events.kind()) {
            case START_LOCAL, END_LOCAL, RESTART_LOCAL -> true;
            default -> false;
          };
    }
    return named;
  }

  /** Returns when all old code has moved by the same distance. */
  public Debug shifted(int shift, Assembler assembler, IndexTranslator translator, int oldSize) {
    if (added.isEmpty() && parameterNames == null) {
      if (old instanceof Debug.None) {
        return old;
      }
      if (ownFile && old instanceof Debug.Kept(int offset, int already)) {
        return new Debug.Kept(offset, already + shift);
      }
      if (ownFile && shift == 0) {
        return old;
      }
    }
    return moved(assembler, translator, oldSize, 0);
  }

  /** Returns when old instructions have moved by different distances: each event with its own. */
  public Debug moved(
      Assembler assembler, IndexTranslator translator, int oldSize, int registerShift) {
    ItemCursor header = cursor();
    if (header == null && added.isEmpty() && parameterNames == null) {
      return new Debug.None();
    }
    int lineStart = header == null ? firstLine() : header.uleb128();
    int[] names = names(header, translator);
    var encoder = new DebugEncoder(lineStart, names);
    int next = 0;
    ItemCursor cursor = cursor();
    if (cursor != null) {
      int already = old instanceof Debug.Kept(_, int shift) ? shift : 0;
      int lastAddress = 0;
      int lastAt = 0;
      // The line inside of an instruction is that of the next one, unless that has its own: of
      // several lines of an address, devices take the first.
      int inside = NONE;
      for (DebugInfo.Events e = DebugInfo.events(cursor); e.next(); ) {
        int address = e.address() == 0 ? 0 : e.address() + already;
        if (address < lastAddress) {
          break;
        }
        int at = address == lastAddress ? lastAt : newAddress(address, oldSize, assembler);
        boolean isLine = e.kind() == DebugInfo.Kind.LINE;
        if (inside != NONE && (at != lastAt || !isLine)) {
          next = writeAdded(next, lastAt, assembler, encoder);
          oldLine = inside;
          encoder.line(lastAt, inside);
        }
        inside = NONE;
        lastAddress = address;
        lastAt = at;
        if (at < 0) {
          break;
        }
        if (isLine && address != 0 && !assembler.isBound(address)) {
          inside = e.line();
          continue;
        }
        next = writeAdded(next, at, assembler, encoder);
        write(e, at, translator, registerShift, encoder);
      }
      if (inside != NONE) {
        next = writeAdded(next, lastAt, assembler, encoder);
        oldLine = inside;
        encoder.line(lastAt, inside);
      }
    }
    writeAdded(next, Integer.MAX_VALUE, assembler, encoder);
    return new Debug.Made(encoder.finish());
  }

  private @Nullable ItemCursor cursor() {
    return switch (old) {
      case Debug.None _ -> null;
      case Debug.Made(byte[] item) ->
          ItemCursor.of("debug_info_item", item, DexFormatException::new);
      case Debug.Kept(int offset, _) ->
          dex == null ? null : dex.raw().cursor("debug_info_item", offset);
    };
  }

  /** The old code's names of its parameters. */
  public int[] oldParameterNames(IndexTranslator translator) {
    ItemCursor header = cursor();
    if (header == null) {
      return new int[0];
    }
    header.uleb128();
    return names(header, translator);
  }

  private int firstLine() {
    return added.stream().filter(e -> e.opcode == LINE).findFirst().map(Event::value).orElse(0);
  }

  private int[] names(@Nullable ItemCursor header, IndexTranslator translator) {
    if (parameterNames != null) {
      return parameterNames;
    }
    if (header == null) {
      return new int[0];
    }
    int[] names = new int[header.count(1)];
    for (int i = 0; i < names.length; i++) {
      int name = header.uleb128p1();
      names[i] = name < 0 ? name : translator.string(name);
    }
    return names;
  }

  /**
   * Returns the new address of an event of the old code, or -1 if it is after the code. The first
   * line also covers code written before the first instruction.
   */
  private static int newAddress(int address, int oldSize, Assembler assembler) {
    if (address == 0) {
      return 0;
    }
    // Shared items may speak of longer methods than this one, and of addresses inside of
    // instructions.
    for (int at = address; at <= oldSize; at++) {
      if (assembler.isBound(at)) {
        return assembler.addressOf(at);
      }
    }
    return -1;
  }

  private int writeAdded(int from, int before, Assembler assembler, DebugEncoder encoder) {
    int next = from;
    while (next < added.size()) {
      Event event = added.get(next);
      int at = assembler.address(event.written);
      if (at >= before) {
        break;
      }
      switch (event.opcode) {
        case LINE -> encoder.line(at, event.value);
        case OLD_LINE -> {
          if (oldLine != NONE) {
            encoder.line(at, oldLine);
          }
        }
        case DebugInfo.START_LOCAL ->
            encoder.startLocal(at, event.value, event.name, event.type, event.signature);
        default -> encoder.local(at, event.opcode, event.value);
      }
      next++;
    }
    return next;
  }

  private void write(
      DebugInfo.Events e,
      int at,
      IndexTranslator translator,
      int registerShift,
      DebugEncoder encoder) {
    int register = e.register() + registerShift;
    switch (e.kind()) {
      case LINE -> {
        oldLine = e.line();
        encoder.line(at, oldLine);
      }
      case START_LOCAL ->
          encoder.startLocal(
              at,
              register,
              string(e.name(), translator),
              e.type() < 0 ? NONE : translator.type(e.type()),
              string(e.signature(), translator));
      case END_LOCAL -> encoder.local(at, DebugInfo.END_LOCAL, register);
      case RESTART_LOCAL -> encoder.local(at, DebugInfo.RESTART_LOCAL, register);
      case PROLOGUE_END -> encoder.mark(at, DebugInfo.SET_PROLOGUE_END);
      case EPILOGUE_BEGIN -> encoder.mark(at, DebugInfo.SET_EPILOGUE_BEGIN);
      case SET_FILE -> encoder.file(at, string(e.name(), translator));
    }
  }

  private static int string(int index, IndexTranslator translator) {
    return index < 0 ? NONE : translator.string(index);
  }
}
