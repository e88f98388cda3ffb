package dev.dexscope.dex;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A code_item: a method's code, read in place.
 *
 * <pre>{@code
 * for (Instruction i = code.instructions(); i.next(); ) {
 *   System.out.println(i.pc() + " " + i.opcode().mnemonic());
 * }
 * }</pre>
 *
 * @param dex its file
 * @param offset its offset
 */
public record CodeItem(DexFile dex, int offset) {
  /** The size of the frame. */
  public int registers() {
    return dex.raw().uint16(offset, "code_item");
  }

  /** Returns how many registers the arguments take. */
  public int ins() {
    return dex.raw().uint16(offset + 2, "code_item");
  }

  /** The most registers that a call needs for its arguments. */
  public int outs() {
    return dex.raw().uint16(offset + 4, "code_item");
  }

  /** Returns how many try_items there are. */
  public int triesCount() {
    return dex.raw().uint16(offset + 6, "code_item");
  }

  /** Returns the offset of the debug_info_item, or 0 if absent. */
  public int debugInfoOffset() {
    return dex.raw().int32(offset + 8, "code_item");
  }

  /** The size of the code, in units. */
  public int units() {
    return dex.raw().int32(offset + 12, "code_item");
  }

  /** The code unpacked. */
  public MethodBody body() {
    var body = new MethodBody();
    dex.readBody(offset, body);
    return body;
  }

  /** A cursor before the first instruction. */
  public Instruction instructions() {
    return body().instructions();
  }

  /** The tries, in their order. */
  public List<TryItem> tries() {
    return tries(body());
  }

  /** The tries of the unpacked code. */
  public List<TryItem> tries(MethodBody body) {
    List<TryItem> tries = new ArrayList<>(body.tries);
    for (int i = 0; i < body.tries; i++) {
      List<TryItem.Handler> handlers = new ArrayList<>();
      for (int j = body.tryHandlers[i]; j < body.tryHandlersEnd[i]; j++) {
        int type = body.handlerType[j];
        handlers.add(
            new TryItem.Handler(
                type == MethodBody.CATCH_ALL ? null : dex.type(type), body.handlerPc[j]));
      }
      tries.add(new TryItem(body.tryStart[i], body.tryEnd[i], handlers));
    }
    return tries;
  }

  /** Lines and variables, or null. */
  public @Nullable DebugInfo debugInfo() {
    int at = debugInfoOffset();
    return at == 0 ? null : new DebugInfo(dex, at);
  }
}
