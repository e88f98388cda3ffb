package dev.dexscope.dex.write.code;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes code_items. */
public final class CodeWriter {
  private static final int HEADER = 16;
  private static final int TRY_SIZE = 8;
  private static final ItemCursor NOWHERE =
      ItemCursor.of("code_item", new byte[0], DexFormatException::new);

  /** Writes a place of four bytes that refers to an item. */
  public interface Refs {
    void ref(int section, int ref);
  }

  private final ConstantPool pool;
  private final FinalIds ids;
  private final DexOutput out;
  private final Refs refs;
  private final Refs oldRefs;
  private char[] scratch = new char[256];

  public CodeWriter(ConstantPool pool, FinalIds ids, DexOutput out, Refs refs, Refs oldRefs) {
    this.pool = pool;
    this.ids = ids;
    this.out = out;
    this.refs = refs;
    this.oldRefs = oldRefs;
  }

  /** Goes to an item's end. */
  public static void skip(ItemCursor cursor) {
    cursor.skip(6);
    int tries = cursor.uint16();
    cursor.skip(4);
    int units = cursor.count32(2);
    cursor.skip(units * 2);
    if (tries > 0) {
      cursor.align(4);
      cursor.skip(tries * TRY_SIZE);
      skipHandlers(cursor);
    }
  }

  private static void skipHandlers(ItemCursor cursor) {
    for (int lists = cursor.count(2); lists > 0; lists--) {
      int size = cursor.sleb128();
      for (int i = Math.abs(size); i > 0; i--) {
        cursor.uleb128();
        cursor.uleb128();
      }
      if (size <= 0) {
        cursor.uleb128();
      }
    }
  }

  /** An item of the file that is rewritten. */
  public void copy(ItemCursor cursor, DexFile base) {
    int from = cursor.offset();
    cursor.skip(6);
    int tries = cursor.uint16();
    int debug = cursor.int32();
    int units = cursor.count32(2);
    cursor.skip(units * 2);
    out.bytes(base.raw(), from, from + 8);
    oldRefs.ref(MapItem.DEBUG_INFO, debug);
    if (ids.keepsCode(pool)) {
      out.bytes(base.raw(), from + 12, cursor.offset());
    } else {
      out.int32(units);
      char[] insns = scratch(units);
      base.raw().readUnits(from + HEADER, insns, units);
      renumber(insns, units, cursor);
      out.units(insns, units);
    }
    if (tries > 0) {
      cursor.align(4);
      int start = cursor.offset();
      cursor.skip(tries * TRY_SIZE);
      out.align(4);
      int triesAt = out.size();
      out.bytes(base.raw(), start, cursor.offset());
      if (ids.keepsTypes(pool)) {
        int handlers = cursor.offset();
        skipHandlers(cursor);
        out.bytes(base.raw(), handlers, cursor.offset());
      } else {
        copyHandlers(cursor, triesAt, tries);
      }
    }
  }

  /** Lists keep their order; they may get longer, so that tries must find them again. */
  private void copyHandlers(ItemCursor cursor, int triesAt, int tries) {
    Map<Integer, Integer> places = new HashMap<>();
    int from = cursor.offset();
    int at = out.size();
    int lists = cursor.count(2);
    out.uleb128(lists);
    for (int i = 0; i < lists; i++) {
      places.put(cursor.offset() - from, out.size() - at);
      int size = cursor.sleb128();
      out.sleb128(size);
      for (int j = Math.abs(size); j > 0; j--) {
        out.uleb128(ids.type(cursor.uleb128()));
        out.uleb128(cursor.uleb128());
      }
      if (size <= 0) {
        out.uleb128(cursor.uleb128());
      }
    }
    for (int i = 0; i < tries; i++) {
      int place = triesAt + i * TRY_SIZE + 6;
      Integer handlers = places.get(out.getUint16(place));
      if (handlers == null) {
        throw cursor.broken("a try has no handlers");
      }
      if (handlers > 0xffff) {
        throw new IllegalStateException("the handlers of a method take more than 64 KiB");
      }
      out.putUint16(place, handlers);
    }
  }

  /** Gives the instructions the ids of the finished file. */
  private void renumber(char[] insns, int units, ItemCursor cursor) {
    int pc = 0;
    while (pc < units) {
      long width = Instruction.units(insns, pc, units);
      if (width > units - pc) {
        throw cursor.broken("instruction exceeds the code");
      }
      Opcode.IndexKind kind = Opcode.indexKind(Opcode.flags(insns[pc] & 0xff));
      if (kind != Opcode.IndexKind.NONE) {
        renumber(kind, insns, pc);
      }
      pc += (int) width;
    }
  }

  private void renumber(Opcode.IndexKind kind, char[] insns, int pc) {
    int index = insns[pc + 1];
    switch (kind) {
      case NONE -> {}
      case STRING -> {
        if ((insns[pc] & 0xff) == Opcode.CONST_STRING_JUMBO.value()) {
          int jumbo = ids.string(index | insns[pc + 2] << 16);
          insns[pc + 1] = (char) jumbo;
          insns[pc + 2] = (char) (jumbo >>> 16);
        } else {
          insns[pc + 1] = (char) ids.string(index);
        }
      }
      case TYPE -> insns[pc + 1] = (char) ids.type(index);
      case FIELD -> insns[pc + 1] = (char) ids.field(index);
      case METHOD -> insns[pc + 1] = (char) ids.method(index);
      case METHOD_AND_PROTO -> {
        insns[pc + 1] = (char) ids.method(index);
        insns[pc + 3] = (char) ids.proto(insns[pc + 3]);
      }
      case PROTO -> insns[pc + 1] = (char) ids.proto(index);
      case CALL_SITE -> insns[pc + 1] = (char) ids.callSite(index);
      case METHOD_HANDLE -> insns[pc + 1] = (char) ids.methodHandle(index);
    }
  }

  private char[] scratch(int count) {
    if (scratch.length < count) {
      scratch = new char[count * 2];
    }
    return scratch;
  }

  /** Writes new code with its debug_info_off; returns its offset. */
  public int write(Code code, int debugRef) {
    out.align(4);
    int at = out.size();
    int tries = code.tries().length / Code.TRY;
    if (tries > 0xffff) {
      throw new IllegalStateException("a method has more than 65,535 tries");
    }
    out.uint16(code.registers());
    out.uint16(code.ins());
    out.uint16(code.outs());
    out.uint16(tries);
    refs.ref(MapItem.DEBUG_INFO, debugRef);
    int units = code.insns().length;
    out.int32(units);
    char[] insns = code.insns();
    if (!code.isFinal()) {
      insns = scratch(units);
      System.arraycopy(code.insns(), 0, insns, 0, units);
      renumber(insns, units, NOWHERE);
    }
    out.units(insns, units);
    if (tries > 0) {
      out.align(4);
      tries(code);
    }
    return at;
  }

  private void tries(Code code) {
    int triesAt = out.size();
    int count = code.tries().length / Code.TRY;
    out.zeros(count * TRY_SIZE);
    int listsAt = out.size();
    Map<Handlers, Integer> lists = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      lists.putIfAbsent(handlers(code, i), 0);
    }
    out.uleb128(lists.size());
    for (Map.Entry<Handlers, Integer> each : lists.entrySet()) {
      each.setValue(out.size() - listsAt);
      write(each.getKey().list(), code.isFinal());
    }
    for (int i = 0; i < count; i++) {
      int at = triesAt + i * TRY_SIZE;
      int start = code.tries()[i * Code.TRY];
      int place = lists.getOrDefault(handlers(code, i), 0);
      if (place > 0xffff) {
        throw new IllegalStateException("the handlers of a method take more than 64 KiB");
      }
      out.putInt32(at, start);
      out.putUint16(at + 4, code.tries()[i * Code.TRY + 1] - start);
      out.putUint16(at + 6, place);
    }
  }

  /** Types and addresses of the handlers of a try. */
  private record Handlers(int[] list) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Handlers(int[] others) && Arrays.equals(list, others);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(list);
    }
  }

  private static Handlers handlers(Code code, int aTry) {
    return new Handlers(
        Arrays.copyOfRange(
            code.handlers(),
            code.tries()[aTry * Code.TRY + 2] * Code.HANDLER,
            code.tries()[aTry * Code.TRY + 3] * Code.HANDLER));
  }

  private void write(int[] list, boolean isFinal) {
    int count = list.length / Code.HANDLER;
    boolean catchAll = list[list.length - Code.HANDLER] == MethodBody.CATCH_ALL;
    out.sleb128(catchAll ? 1 - count : count);
    for (int i = 0; i < list.length; i += Code.HANDLER) {
      if (list[i] != MethodBody.CATCH_ALL) {
        out.uleb128(isFinal ? list[i] : ids.type(list[i]));
      }
      out.uleb128(list[i + 1]);
    }
  }
}
