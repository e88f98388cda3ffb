package dev.dexscope.dex;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A complete description of a class in lines of text, to be compared with another reader's. */
public final class Listing {
  private final DexFile dex;
  private final boolean usedLinesOnly;
  private final List<String> lines = new ArrayList<>();

  private Listing(DexFile dex, boolean usedLinesOnly) {
    this.dex = dex;
    this.usedLinesOnly = usedLinesOnly;
  }

  /**
   * Returns a class without the debug information of code that nothing reaches: addresses after a
   * method's end, in items that are shared, and payloads with the nops that align them.
   */
  public static List<String> withoutUnusedLines(ClassDef each) {
    var listing = new Listing(each.dex(), true);
    listing.add(each);
    return listing.lines;
  }

  /** All of a class. */
  public static List<String> of(ClassDef each) {
    var listing = new Listing(each.dex(), false);
    listing.add(each);
    return listing.lines;
  }

  private void add(ClassDef each) {
    lines.add("class " + each.type() + " " + each.accessFlags() + " extends " + each.superclass());
    lines.add("implements " + each.interfaces() + " source " + each.sourceFile());
    Annotations annotations = each.annotations();
    annotations("class", annotations.ofClass());
    ClassData data = each.data();
    List<EncodedValue> values = each.staticValues();
    for (int i = 0; i < data.staticFields().size(); i++) {
      EncodedField field = data.staticFields().get(i);
      String value = i < values.size() ? value(values.get(i)) : "";
      lines.add("static " + field.ref() + " " + field.accessFlags() + " = " + plain(value));
      annotations("field", annotations.ofField(field.index()));
    }
    for (EncodedField field : data.instanceFields()) {
      lines.add("instance " + field.ref() + " " + field.accessFlags());
      annotations("field", annotations.ofField(field.index()));
    }
    data.directMethods().forEach(method -> add("direct", method, annotations));
    data.virtualMethods().forEach(method -> add("virtual", method, annotations));
  }

  /** Omits the value that a field has by default. */
  static String plain(String value) {
    return switch (value) {
      case "OfNull[]",
          "OfInt[value=0]",
          "OfLong[value=0]",
          "OfBoolean[value=false]",
          "OfByte[value=0]",
          "OfShort[value=0]",
          "OfFloat[bits=0]",
          "OfDouble[bits=0]",
          "OfChar[value=\0]" ->
          "";
      default -> value;
    };
  }

  static String value(EncodedValue value) {
    return value.toString();
  }

  private void annotations(String what, List<Annotation> annotations) {
    annotations.stream()
        .map(each ->
            what + " annotation " + each.visibility().code() + each.type() + each.elements())
        .sorted()
        .forEach(lines::add);
  }

  private void add(String kind, EncodedMethod method, Annotations annotations) {
    lines.add(kind + " " + method.ref() + " " + method.accessFlags());
    annotations("method", annotations.ofMethod(method.index()));
    int parameter = 0;
    for (List<Annotation> each : annotations.ofParameters(method.index())) {
      annotations("parameter " + parameter++, each);
    }
    CodeItem code = method.code();
    if (code == null) {
      return;
    }
    lines.add("registers " + code.registers());
    for (Instruction i = code.instructions(); i.next(); ) {
      lines.add(instruction(i));
    }
    for (TryItem each : code.tries()) {
      lines.add("try " + each.start() + " " + each.end() + " " + each.handlers());
    }
    DebugInfo debug = code.debugInfo();
    if (debug != null) {
      for (@Nullable String name : debug.parameterNames()) {
        if (name != null) {
          lines.add("parameter " + name);
        }
      }
      BitSet unreached = unreached(code);
      for (DebugInfo.Events e = debug.events(); e.next(); ) {
        if (!usedLinesOnly || !unreached.get(e.address())) {
          lines.add(event(e));
        }
      }
    }
  }

  /** Returns the addresses of payloads and of the nops before them, and all after the end. */
  private static BitSet unreached(CodeItem code) {
    MethodBody body = code.body();
    var addresses = new BitSet();
    addresses.set(body.size + 1, 0x20000 + body.size);
    for (Instruction i = body.instructions(); i.next(); ) {
      if (i.isPayload()) {
        boolean aligned = i.pc() > 0 && body.insns[i.pc() - 1] == 0;
        addresses.set(i.pc() - (aligned ? 1 : 0), i.pc() + i.units());
      }
    }
    return addresses;
  }

  private String event(DebugInfo.Events e) {
    return e.address()
        + switch (e.kind()) {
          case LINE -> " line " + e.line();
          case START_LOCAL ->
              " local v"
                  + e.register()
                  + " "
                  + name(e.name())
                  + " "
                  + (e.type() < 0 ? null : dex.type(e.type()))
                  + " "
                  + name(e.signature());
          case END_LOCAL -> " end v" + e.register();
          case RESTART_LOCAL -> " restart v" + e.register();
          case PROLOGUE_END -> " prologue";
          case EPILOGUE_BEGIN -> " epilogue";
          case SET_FILE -> " file " + name(e.name());
        };
  }

  private @Nullable String name(int index) {
    return index < 0 ? null : dex.string(index);
  }

  private String instruction(Instruction i) {
    String at = i.pc() + " ";
    if (i.isPayload()) {
      var text = new StringBuilder(at + "payload");
      for (int j = 0; j < i.payloadSize(); j++) {
        text.append(' ');
        if (i.isArrayPayload()) {
          text.append(i.element(j));
        } else {
          text.append(i.caseKey(j)).append(':').append(i.caseOffset(j));
        }
      }
      return text.toString();
    }
    Opcode opcode = i.opcode();
    var text = new StringBuilder(at + opcode.mnemonic());
    if (opcode.has(Opcode.LIST | Opcode.RANGE)) {
      for (int j = 0; j < i.argumentCount(); j++) {
        text.append(" v").append(i.argument(j));
      }
    } else {
      if (opcode.has(Opcode.A | Opcode.A_WIDE)) {
        text.append(" v").append(i.a());
      }
      if (opcode.has(Opcode.B | Opcode.B_WIDE)) {
        text.append(" v").append(i.b());
      }
      if (opcode.has(Opcode.C | Opcode.C_WIDE)) {
        text.append(" v").append(i.c());
      }
    }
    switch (opcode.format()) {
      case F11N, F21S, F22S, F21IH, F21LH, F22B, F31I, F51L ->
          text.append(" #").append(i.literal());
      case F10T, F20T, F21T, F22T, F30T, F31T -> text.append(" ->").append(i.target());
      default -> {}
    }
    return text.append(reference(i)).toString();
  }

  private String reference(Instruction i) {
    if (i.opcode().indexKind() == Opcode.IndexKind.NONE) {
      return "";
    }
    int index = i.index();
    return switch (i.opcode().indexKind()) {
      case NONE -> throw new AssertionError();
      case STRING -> " \"" + dex.string(index);
      case TYPE -> " " + dex.type(index);
      case FIELD -> " " + dex.field(index);
      case METHOD -> " " + dex.method(index);
      case CALL_SITE -> " " + dex.callSite(index);
      case METHOD_HANDLE -> " " + dex.methodHandle(index);
      case PROTO -> " " + dex.proto(index);
      case METHOD_AND_PROTO -> " " + dex.method(index) + " " + dex.proto(i.protoIndex());
    };
  }
}
