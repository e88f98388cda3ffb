package dev.dexscope.vm.debug;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.LineTable;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.vm.code.DebugNames;
import dev.dexscope.vm.code.Kind;
import dev.dexscope.vm.code.MappedClass;
import dev.dexscope.vm.code.MethodLayout;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LineNumberInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Maps a dex method to the JVM code that runs for it: dex addresses (pc, in code units) and JVM
 * addresses (bci), registers and local variables. It describes the code at the time of the map's
 * creation, with its hooks; a call that began before hooks were added or removed runs the earlier
 * code.
 *
 * <pre>{@code
 * CodeMap map = classes.codeMap(guestClass, "run", "(I)V");
 * int pc = map.pcAt(stackFrame.getByteCodeIndex());
 * for (CodeMap.Local each : map.locals(pc)) {
 *   out.println(each.name() + " is in slot " + map.slot(each.register(), each.type(), pc));
 * }
 * for (int bci : map.bcisAt(0x1c)) {
 *   setBreakpoint(bci);
 * }
 * }</pre>
 *
 * <p>Several dex instructions may share a bci: those without code of their own take effect where
 * the next one does. One dex instruction may have several, if a constructor's handler is translated
 * for the time before and after the super constructor.
 */
public final class CodeMap {
  /** No address or no slot. */
  public static final int NONE = -1;

  /**
   * A local variable of the source.
   *
   * @param type its descriptor
   * @param signature its generic type, if it has one
   * @param start the address from which it is valid
   * @param end the address after its end
   */
  public record Local(
      String name, String type, @Nullable String signature, int register, int start, int end) {}

  /**
   * A register as the kind of value that it holds.
   *
   * @param type I (as well for shorter ones), J, F, D, or L for references
   */
  public record Variable(int register, char type) {}

  private final MethodLayout layout;

  /** The LineNumberTable, by bci. */
  private final int[] bcis;

  private final int[] numbers;

  /** The start of each instruction's code, by its number. */
  private final int[] starts;

  private final Handlers handlers;

  private final int bciEnd;

  private volatile @Nullable DebugNames names;

  private CodeMap(MethodLayout layout, List<LineNumberInfo> table, Handlers handlers, int bciEnd) {
    this.layout = layout;
    this.handlers = handlers;
    this.bciEnd = bciEnd;
    LineNumberInfo[] sorted = table.toArray(LineNumberInfo[]::new);
    Arrays.sort(sorted, (a, b) -> Integer.compare(a.startPc(), b.startPc()));
    this.bcis = Arrays.stream(sorted).mapToInt(LineNumberInfo::startPc).toArray();
    this.numbers = Arrays.stream(sorted).mapToInt(LineNumberInfo::lineNumber).toArray();
    this.starts = starts();
  }

  /**
   * The maps of a class's methods, by name and descriptor.
   *
   * @param running the mapped class file with the hooks of the class
   */
  @SuppressWarnings("exports") // Only the VM maps classes.
  public static Map<String, CodeMap> ofClass(MappedClass mapped, byte[] running) {
    Map<String, CodeMap> maps = new HashMap<>();
    ClassModel model = ClassFile.of().parse(running);
    for (MethodModel method : model.methods()) {
      String key = method.methodName().stringValue() + method.methodType().stringValue();
      MethodLayout layout = mapped.layouts().get(key);
      if (layout != null) {
        int end = method.findAttribute(Attributes.code()).map(CodeAttribute::codeLength).orElse(0);
        maps.put(key, new CodeMap(layout, lines(method), Handlers.of(model, method), end));
      }
    }
    return Map.copyOf(maps);
  }

  private static List<LineNumberInfo> lines(MethodModel method) {
    return method.code().map(CodeMap::lines).orElse(List.of());
  }

  private static List<LineNumberInfo> lines(CodeModel code) {
    return code.findAttribute(Attributes.lineNumberTable())
        .map(table -> table.lineNumbers())
        .orElse(List.of());
  }

  /**
   * Instructions are in the order of their numbers, followed by the code that leads to handlers.
   */
  private int[] starts() {
    int[] found = new int[layout.instructions() + 1];
    Arrays.fill(found, NONE);
    int last = 0;
    for (int i = 0; i < bcis.length; i++) {
      if (numbers[i] != MethodLayout.NO_INSTRUCTION && numbers[i] > last) {
        last = numbers[i];
        found[last] = bcis[i];
      }
    }
    // What has no code of its own takes effect where the next one does.
    for (int i = found.length - 2; i > 0; i--) {
      found[i] = found[i] == NONE ? found[i + 1] : found[i];
    }
    return found;
  }

  /** Returns the bci after the last instruction of the JVM code. */
  public int bciEnd() {
    return bciEnd;
  }

  /**
   * Returns whether the interpreter runs the method. Its stub has code only for the few
   * instructions that the JVM accepts only there; all other frames are the interpreter's.
   */
  public boolean isInterpreted() {
    return layout.isInterpreted();
  }

  /**
   * Returns the address of the dex instruction that a JVM instruction is part of. Code before the
   * first one (hooks, values of static fields) counts as part of it; code that releases monitors
   * after the last one is part of no instruction.
   */
  public int pcAt(int bci) {
    int number = numberAt(bci);
    if (number == MethodLayout.NO_INSTRUCTION) {
      return NONE;
    }
    return layout.pc(number);
  }

  private int numberAt(int bci) {
    int found = Arrays.binarySearch(bcis, bci);
    int index = found >= 0 ? found : -found - 2;
    if (index >= 0) {
      return numbers[index];
    }
    return isInterpreted() || bcis.length == 0 ? MethodLayout.NO_INSTRUCTION : layout.numbers(0)[0];
  }

  /**
   * Returns where a dex instruction begins to take effect; the first place, if it has several.
   * {@link #NONE} where no instruction starts, and for one that no path reaches.
   */
  public int bciAt(int pc) {
    int[] all = bcisAt(pc);
    return all.length == 0 ? NONE : all[0];
  }

  /**
   * All places where a dex instruction begins to take effect: where a breakpoint goes. A method
   * that is interpreted has no code of most of them, but it begins where its stub does.
   */
  public int[] bcisAt(int pc) {
    if (pc == 0 && isInterpreted()) {
      return new int[] {0};
    }
    return Arrays.stream(layout.numbers(pc))
        .map(number -> starts[number])
        .filter(bci -> bci != NONE)
        .distinct()
        .sorted()
        .toArray();
  }

  /**
   * Returns the slot of the local variable that has a register's value before the instruction at an
   * address. {@link #NONE} for values without a slot: constants that are never read (a register may
   * be {@linkplain #isZero zero}), a result that only the next instruction uses, values of another
   * type.
   *
   * @param type the descriptor of the value's type, or its first character
   */
  public int slot(int register, String type, int pc) {
    int slot = NONE;
    for (int number : layout.numbers(pc)) {
      int here = layout.slot(number, register, type.charAt(0));
      if (here == NONE || (slot != NONE && slot != here)) {
        return NONE;
      }
      slot = here;
    }
    return slot;
  }

  /**
   * The same for a frame, by its bci: before the first instruction the parameters are where the
   * caller has put them.
   */
  public int slotAt(int register, String type, int bci) {
    return isBeforeCode(bci)
        ? layout.parameterSlot(register, type.charAt(0))
        : slot(register, type, pcAt(bci));
  }

  private boolean isBeforeCode(int bci) {
    return !isInterpreted() && starts.length > 1 && bci < starts[1];
  }

  /**
   * Returns whether a register is zero, or null, for certain before the instruction at an address.
   */
  public boolean isZero(int register, int pc) {
    return layout.numbers(pc).length > 0 && layout.isZero(register, pc);
  }

  /**
   * The register whose value a local variable has before the instruction that a JVM instruction is
   * part of; null when the variable holds something else, or nothing.
   */
  public @Nullable Variable registerAt(int slot, int bci) {
    if (isBeforeCode(bci)) {
      Kind kind = layout.parameterKind(slot);
      return kind == null ? null : new Variable(layout.parameterRegister(slot), kind.letter());
    }
    int number = numberAt(bci);
    if (number == MethodLayout.NO_INSTRUCTION) {
      return null;
    }
    int register = layout.register(number, slot);
    return register < 0 ? null : new Variable(register, layout.type(number, slot));
  }

  /** Returns the handlers of the running code. */
  public Handlers handlers() {
    return handlers;
  }

  /** The source line of the instruction at an address, or {@link #NONE}. */
  public int line(int pc) {
    return LineTable.of(layout.source().method().code()).line(pc);
  }

  /** The method's dex code, as the file has it. */
  public char[] code() {
    MethodBody body = layout.source().body();
    return Arrays.copyOf(body.insns, body.size);
  }

  /** Returns how many registers the method has. */
  public int registers() {
    return layout.source().body().registers;
  }

  /** Returns how many of them have its arguments when it begins: the last ones. */
  public int arguments() {
    return layout.source().body().ins;
  }

  /** Returns whether it has no {@code this}. */
  public boolean isStatic() {
    return (layout.source().method().accessFlags() & AccessFlags.STATIC) != 0;
  }

  /** The addresses at which instructions start, data left out. */
  public int[] pcs() {
    IntStream.Builder found = IntStream.builder();
    for (Instruction at = layout.source().body().instructions(); at.next(); ) {
      if (!at.isPayload()) {
        found.add(at.pc());
      }
    }
    return found.build().toArray();
  }

  /** All local variables of the source that debug info names. */
  public List<Local> locals() {
    return locals(names().locals());
  }

  /** The local variables of the source at an address, as far as debug info names them. */
  public List<Local> locals(int pc) {
    return locals(names().at(pc));
  }

  /** Read once: agents query each variable of a frame. */
  private DebugNames names() {
    DebugNames known = names;
    if (known == null) {
      known = new DebugNames(layout.source());
      names = known;
    }
    return known;
  }

  private static List<Local> locals(List<DebugNames.Local> named) {
    return named.stream().map(CodeMap::shown).toList();
  }

  private static Local shown(DebugNames.Local named) {
    return new Local(
        named.name(),
        named.type(),
        named.signature(),
        named.register(),
        named.start(),
        named.end());
  }
}
