package dev.dexscope.dex.smali;

import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Format;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.TryItem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A method's code as text: instructions with names, labels by address, tries, lines, variables. */
final class SmaliCode {
  static final int NO_PC = -1;

  /** Takes the lines of a method's code. */
  @FunctionalInterface
  interface Sink {
    /**
     * Takes a line.
     *
     * @param pc the address of the instruction that it shows, or {@link #NO_PC}
     */
    void line(int pc, String text) throws IOException;
  }

  private final DexFile dex;
  private final CodeItem code;
  private final MethodBody body;
  private final Sink out;
  private final int firstParameter;
  private final List<@Nullable String> parameterNames;
  private final BitSet labels = new BitSet();
  private final BitSet payloads = new BitSet();

  /** The switch that a payload belongs to: its targets count from there. */
  private final Map<Integer, Integer> switches = new HashMap<>();

  SmaliCode(CodeItem code, EncodedMethod method, Sink out) {
    this.dex = method.dex();
    this.code = code;
    this.body = code.body();
    this.out = out;
    this.firstParameter = body.registers - body.ins;
    DebugInfo debug = code.debugInfo();
    this.parameterNames = debug == null ? List.of() : debug.parameterNames();
    findLabels();
  }

  private void findLabels() {
    for (Instruction i = body.instructions(); i.next(); ) {
      if (i.isPayload()) {
        continue;
      }
      Opcode opcode = i.opcode();
      if (opcode.has(Opcode.CAN_BRANCH)) {
        labels.set(checked(i.target()));
      } else if (opcode.format() == Format.F31T) {
        int payload = checked(i.target());
        payloads.set(payload);
        if (opcode.has(Opcode.CAN_SWITCH)) {
          switches.putIfAbsent(payload, i.pc());
        }
      }
    }
    // A payload may stand before its switch.
    for (Instruction i = body.instructions(); i.next(); ) {
      if (i.isPayload()) {
        findCases(i);
      }
    }
    for (int i = 0; i < body.tries; i++) {
      labels.set(checked(body.tryStart[i]));
      if (body.tryEnd[i] != body.size) {
        labels.set(checked(body.tryEnd[i]));
      } else {
        labels.set(body.size);
      }
    }
    for (int i = 0; i < body.handlers; i++) {
      labels.set(checked(body.handlerPc[i]));
    }
  }

  private void findCases(Instruction payload) {
    Integer user = switches.get(payload.pc());
    if (user != null && !payload.isArrayPayload()) {
      for (int i = 0; i < payload.payloadSize(); i++) {
        labels.set(checked(user + payload.caseOffset(i)));
      }
    }
  }

  /** Labels for addresses out of the method would not be written. */
  private int checked(int address) {
    if (address < 0 || address >= body.size) {
      throw body.broken(0, "something leads out of the method, to " + address);
    }
    return address;
  }

  String parameterName(int parameter) {
    String name = parameter < parameterNames.size() ? parameterNames.get(parameter) : null;
    return name == null ? "" : ", " + SmaliText.string(name);
  }

  void writeRegisters() throws IOException {
    line(".registers " + body.registers);
  }

  /** A line that is no instruction. */
  private void line(String text) throws IOException {
    out.line(NO_PC, text);
  }

  void write() throws IOException {
    DebugInfo debug = code.debugInfo();
    DebugInfo.Events events = debug == null ? null : debug.events();
    boolean more = events != null && events.next();
    int nextTry = 0;
    List<TryItem> tries = code.tries(body);
    for (Instruction i = body.instructions(); i.next(); ) {
      int pc = i.pc();
      nextTry = writeTries(tries, nextTry, pc);
      writeLabel(pc);
      while (more && events != null && events.address() <= pc) {
        write(events);
        more = events.next();
      }
      if (i.isPayload()) {
        writePayload(i);
      } else if (!(i.isAlignment() && payloads.get(pc + 1))) {
        // The assembler by itself aligns the payloads that instructions use.
        out.line(pc, text(i));
      }
    }
    writeTries(tries, nextTry, body.size);
    writeLabel(body.size);
    while (more && events != null && events.address() <= body.size) {
      write(events);
      more = events.next();
    }
  }

  private void writeLabel(int pc) throws IOException {
    if (labels.get(pc)) {
      line(":" + label(pc));
    }
    if (payloads.get(pc)) {
      line(":" + payload(pc));
    }
  }

  private static String label(int pc) {
    return "L" + Integer.toHexString(pc);
  }

  private static String payload(int pc) {
    return "data_" + Integer.toHexString(pc);
  }

  private int writeTries(List<TryItem> tries, int from, int pc) throws IOException {
    int next = from;
    while (next < tries.size() && tries.get(next).end() <= pc) {
      TryItem each = tries.get(next++);
      if (labels.get(pc)) {
        // The range ends before what is written next, which may be its payload.
        line(":" + label(pc));
        labels.clear(pc);
      }
      String range = "{:" + label(each.start()) + " .. :" + label(each.end()) + "} :";
      for (TryItem.Handler handler : each.handlers()) {
        String kind = handler.type() == null ? ".catchall " : ".catch " + handler.type() + " ";
        line(kind + range + label(handler.address()));
      }
    }
    return next;
  }

  private void write(DebugInfo.Events e) throws IOException {
    switch (e.kind()) {
      case LINE -> line(".line " + Integer.toUnsignedString(e.line()));
      case START_LOCAL -> {
        String name = e.name() < 0 ? "null" : SmaliText.string(dex.string(e.name()));
        String type = e.type() < 0 ? "V" : dex.type(e.type());
        String signature =
            e.signature() < 0 ? "" : ", " + SmaliText.string(dex.string(e.signature()));
        line(".local " + register(e.register()) + ", " + name + ":" + type + signature);
      }
      case END_LOCAL -> line(".end local " + register(e.register()));
      case RESTART_LOCAL -> line(".restart local " + register(e.register()));
      case PROLOGUE_END -> line(".prologue");
      case EPILOGUE_BEGIN -> line(".epilogue");
      case SET_FILE ->
          line(e.name() < 0 ? ".source" : ".source " + SmaliText.string(dex.string(e.name())));
    }
  }

  private String register(int number) {
    return number < firstParameter ? "v" + number : "p" + (number - firstParameter);
  }

  private void writePayload(Instruction i) throws IOException {
    Integer user = switches.get(i.pc());
    if (i.isArrayPayload()) {
      if (Integer.bitCount(i.elementWidth()) != 1 || i.elementWidth() > 8) {
        throw body.broken(i.pc(), "array elements of " + i.elementWidth() + " bytes");
      }
      line(".array-data " + i.elementWidth());
      String suffix =
          switch (i.elementWidth()) {
            case 1 -> "t";
            case 2 -> "s";
            case 8 -> "L";
            default -> "";
          };
      for (int j = 0; j < i.payloadSize(); j++) {
        line("    " + SmaliText.hex(i.element(j)) + suffix);
      }
      line(".end array-data");
    } else if (user == null) {
      line("# a payload that no instruction uses, of " + i.units() + " units");
    } else if (i.isPackedSwitchPayload()) {
      line(".packed-switch " + SmaliText.hex(i.payloadSize() == 0 ? 0 : i.caseKey(0)));
      for (int j = 0; j < i.payloadSize(); j++) {
        line("    :" + label(user + i.caseOffset(j)));
      }
      line(".end packed-switch");
    } else {
      line(".sparse-switch");
      for (int j = 0; j < i.payloadSize(); j++) {
        line("    " + SmaliText.hex(i.caseKey(j)) + " -> :" + label(user + i.caseOffset(j)));
      }
      line(".end sparse-switch");
    }
  }

  private String text(Instruction i) {
    Opcode opcode = i.opcode();
    List<String> operands = new ArrayList<>();
    if (opcode.has(Opcode.LIST | Opcode.RANGE)) {
      operands.add(arguments(i));
    } else {
      if (opcode.has(Opcode.A | Opcode.A_WIDE)) {
        operands.add(register(i.a()));
      }
      if (opcode.has(Opcode.B | Opcode.B_WIDE)) {
        operands.add(register(i.b()));
      }
      if (opcode.has(Opcode.C | Opcode.C_WIDE)) {
        operands.add(register(i.c()));
      }
    }
    switch (opcode.format()) {
      case F11N, F21S, F22S, F21IH, F22B, F31I -> operands.add(SmaliText.hex(i.literal()));
      case F21LH, F51L -> operands.add(SmaliText.hex(i.literal()) + "L");
      case F10T, F20T, F21T, F22T, F30T -> operands.add(":" + label(i.target()));
      case F31T -> operands.add(":" + payload(i.target()));
      default -> {}
    }
    if (opcode.indexKind() != Opcode.IndexKind.NONE) {
      operands.add(reference(i, opcode));
    }
    String text = opcode.mnemonic();
    return operands.isEmpty() ? text : text + " " + String.join(", ", operands);
  }

  private String arguments(Instruction i) {
    int count = i.argumentCount();
    if (i.isRange() && count > 0) {
      return "{" + register(i.argument(0)) + " .. " + register(i.argument(count - 1)) + "}";
    }
    List<String> registers = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      registers.add(register(i.argument(j)));
    }
    return "{" + String.join(", ", registers) + "}";
  }

  private String reference(Instruction i, Opcode opcode) {
    int index = i.index();
    return switch (opcode.indexKind()) {
      case NONE -> "";
      case STRING -> SmaliText.string(dex.string(index));
      case TYPE -> dex.type(index);
      case FIELD -> dex.field(index).toString();
      case METHOD -> dex.method(index).toString();
      case CALL_SITE -> SmaliText.callSite(index, dex.callSite(index));
      case METHOD_HANDLE -> dex.methodHandle(index).toString();
      case PROTO -> dex.proto(index).descriptor();
      case METHOD_AND_PROTO -> dex.method(index) + ", " + dex.proto(i.protoIndex()).descriptor();
    };
  }
}
