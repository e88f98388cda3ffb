package dev.dexscope.vm.code;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.LineTable;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.vm.runtime.LineNumbers;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * Writes the body of a method that the interpreter runs: it hands its arguments to the interpreter.
 * A constructor or class initialiser also executes the instructions that the JVM only takes from
 * the class's own code, where the interpreter stops for it.
 */
public final class InterpreterStub {
  private static final ClassDesc INTERPRETED = ClassDesc.of("dev.dexscope.vm.runtime.Interpreted");
  private static final ClassDesc INTERPRETATION =
      ClassDesc.of("dev.dexscope.vm.runtime.Interpretation");
  private static final ClassDesc VERIFY_ERROR = ClassDesc.of("java.lang.VerifyError");
  private static final MethodTypeDesc REFUSAL =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);
  private static final ClassDesc ARRAY = ConstantDescs.CD_Object.arrayType();
  private static final DirectMethodHandleDesc BOOTSTRAP =
      MethodHandleDesc.ofMethod(
          DirectMethodHandleDesc.Kind.STATIC,
          ClassDesc.of("dev.dexscope.vm.runtime.Linkage"),
          "interpreted",
          MethodTypeDesc.of(
              INTERPRETED,
              ConstantDescs.CD_MethodHandles_Lookup,
              ConstantDescs.CD_String,
              ConstantDescs.CD_Class,
              ConstantDescs.CD_int));

  private static final ClassDesc INTERPRETED_CLASS =
      ClassDesc.of("dev.dexscope.vm.runtime.InterpretedClass");
  private static final DirectMethodHandleDesc SHARED_BOOTSTRAP =
      MethodHandleDesc.ofMethod(
          DirectMethodHandleDesc.Kind.STATIC,
          INTERPRETED_CLASS,
          "of",
          MethodTypeDesc.of(
              INTERPRETED_CLASS,
              ConstantDescs.CD_MethodHandles_Lookup,
              ConstantDescs.CD_String,
              ConstantDescs.CD_Class));

  private final MethodSource source;
  private final boolean isCompact;
  private final DexFile dex;
  private final Proto proto;

  /**
   * The stub of a method.
   *
   * @param isCompact whether all stubs of the class share one constant
   */
  public InterpreterStub(MethodSource source, boolean isCompact) {
    this.source = source;
    this.isCompact = isCompact;
    this.dex = source.dex();
    this.proto = source.proto();
  }

  /** Writes the body. */
  public void emit(CodeBuilder code) {
    LineTable lines = LineTable.of(source.method().code());
    emit(code, stops(source), pc -> LineNumbers.of(lines.line(pc), pc));
  }

  /** Writes the same body with numbers for lines: those of the stops, from 1 on. */
  public MethodLayout emitNumbered(CodeBuilder code) {
    List<Integer> stops = stops(source);
    code.lineNumber(MethodLayout.NO_INSTRUCTION);
    emit(code, stops, pc -> stops.indexOf(pc) + 1);
    return MethodLayout.interpreted(source, stops);
  }

  private void emit(CodeBuilder code, List<Integer> stops, IntUnaryOperator lines) {
    if (isCompact) {
      // In two parts: a larger number would be a constant of its own.
      int index = source.method().index();
      code.loadConstant(
              DynamicConstantDesc.ofNamed(
                  SHARED_BOOTSTRAP, constantName("methods"), INTERPRETED_CLASS))
          .loadConstant(index >> 8)
          .loadConstant(index & 0xff)
          .invokevirtual(
              INTERPRETED_CLASS,
              "method",
              MethodTypeDesc.of(INTERPRETED, ConstantDescs.CD_int, ConstantDescs.CD_int));
    } else {
      code.loadConstant(
          DynamicConstantDesc.ofNamed(
              BOOTSTRAP, constantName("interpreted"), INTERPRETED, source.method().index()));
    }
    if (isConstructor() || !stops.isEmpty()) {
      emitStopping(code, stops, lines);
    } else {
      emitCall(code);
    }
  }

  /** HotSpot keeps the constants of a class that is redefined: new code needs others. */
  private String constantName(String name) {
    return source.revision() == 0 ? name : name + source.revision();
  }

  private boolean isConstructor() {
    return source.name().equals("<init>");
  }

  private boolean isStatic() {
    return (source.method().accessFlags() & AccessFlags.STATIC) != 0;
  }

  private void emitCall(CodeBuilder code) {
    packArguments(code, isStatic() ? 0 : 1);
    code.invokeinterface(INTERPRETED, "invoke", MethodTypeDesc.of(ConstantDescs.CD_Object, ARRAY));
    ClassDesc result = ClassDesc.ofDescriptor(proto.returnType());
    if (result.equals(ConstantDescs.CD_void)) {
      code.pop().return_();
    } else {
      unbox(code, result);
      code.return_(TypeKind.from(result));
    }
  }

  /** Any object is accepted as an interface, by the JVM as by ART: it is not cast. */
  private void unbox(CodeBuilder code, ClassDesc type) {
    if (!source.hierarchy().isInterface(type.descriptorString())) {
      BoxingCode.unbox(code, type);
    }
  }

  /** Pushes an array of the arguments, {@code this} among them when there is one. */
  private void packArguments(CodeBuilder code, int receivers) {
    List<String> parameters = proto.parameters();
    code.loadConstant(parameters.size() + receivers).anewarray(ConstantDescs.CD_Object);
    if (receivers == 1) {
      code.dup().iconst_0().aload(0).aastore();
    }
    for (int i = 0; i < parameters.size(); i++) {
      ClassDesc type = ClassDesc.ofDescriptor(parameters.get(i));
      code.dup().loadConstant(i + receivers);
      code.loadLocal(TypeKind.from(type), code.parameterSlot(i));
      BoxingCode.box(code, type);
      code.aastore();
    }
  }

  /** A loop: the interpreter runs up to the next stop, whose case performs its instruction. */
  private void emitStopping(CodeBuilder code, List<Integer> stops, IntUnaryOperator lines) {
    packArguments(code, 0);
    code.invokeinterface(INTERPRETED, "start", MethodTypeDesc.of(INTERPRETATION, ARRAY));
    int run = code.allocateLocal(TypeKind.REFERENCE);
    Label constructed = code.newLabel();
    Label returned = code.newLabel();
    Label loop = code.newLabel();
    code.storeLocal(TypeKind.REFERENCE, run);
    code.labelBinding(loop);
    code.aload(run)
        .invokeinterface(INTERPRETATION, "stop", MethodTypeDesc.of(ConstantDescs.CD_int));
    if (isCompact && !isConstructor()) {
      // One piece of code for all stops: an initialiser may have thousands.
      code.iflt(returned).aload(run);
      code.invokeinterface(INTERPRETATION, "put", ConstantDescs.MTD_void);
      code.aload(run).aconst_null();
      proceed(code);
      code.goto_(loop).labelBinding(returned).return_();
      return;
    }
    List<SwitchCase> cases = stops.stream().map(pc -> SwitchCase.of(pc, code.newLabel())).toList();
    code.lookupswitch(returned, cases);
    Instruction at = source.body().instructions();
    for (SwitchCase each : cases) {
      code.labelBinding(each.target());
      at.moveTo(each.caseValue());
      code.lineNumber(lines.applyAsInt(at.pc()));
      if (at.opcode().indexKind() == Opcode.IndexKind.FIELD) {
        putField(code, at, run);
        code.aload(run).aconst_null();
        proceed(code);
        code.goto_(loop);
      } else {
        if (construct(code, at, run)) {
          code.goto_(constructed);
        }
      }
    }
    if (isConstructor()) {
      code.labelBinding(constructed).aload(run).aload(0);
      proceed(code);
      code.return_();
      // No path leads back here but a constructor that ends without calling another one.
      code.labelBinding(returned).aconst_null().athrow();
    } else {
      code.labelBinding(returned).return_();
    }
  }

  private static void proceed(CodeBuilder code) {
    code.invokeinterface(
        INTERPRETATION,
        "proceed",
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object));
  }

  private void putField(CodeBuilder code, Instruction at, int run) {
    FieldRef field = dex.field(at.index());
    ClassDesc owner = ClassDesc.ofDescriptor(field.definingClass());
    ClassDesc type = ClassDesc.ofDescriptor(field.type());
    if (isConstructor()) {
      code.aload(0);
    }
    operand(code, run, 0, type);
    if (isConstructor()) {
      code.putfield(owner, field.name(), type);
    } else {
      code.putstatic(owner, field.name(), type);
    }
  }

  /**
   * Without a handler, although the dex code may have one: it could only throw, and the generator
   * of stack maps has no frame for it.
   *
   * @return whether the code continues after it
   */
  private boolean construct(CodeBuilder code, Instruction at, int run) {
    MethodRef method = CalledMethod.constructor(dex.method(at.index()), source.hierarchy());
    ThisCall call = ThisCall.of(source.classDef().type(), method, source.hierarchy());
    if (call == null) {
      refuse(code, method);
      return false;
    }
    List<String> parameters = method.proto().parameters();
    code.aload(0);
    for (int i = 0; i < parameters.size(); i++) {
      operand(code, run, i, ClassDesc.ofDescriptor(parameters.get(i)));
    }
    call.emit(code);
    return true;
  }

  private static void refuse(CodeBuilder code, MethodRef method) {
    code.new_(VERIFY_ERROR)
        .dup()
        .loadConstant("the JVM has no form for the call of " + method + " on this")
        .invokespecial(VERIFY_ERROR, "<init>", REFUSAL)
        .athrow();
  }

  private void operand(CodeBuilder code, int run, int index, ClassDesc type) {
    code.aload(run)
        .loadConstant(index)
        .invokeinterface(
            INTERPRETATION,
            "operand",
            MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_int));
    unbox(code, type);
  }

  /** The addresses at which the interpreter stops for the stub. */
  public static List<Integer> stops(MethodSource source) {
    List<Integer> stops = new ArrayList<>();
    boolean constructor = source.name().equals("<init>");
    if (!constructor && !source.name().equals("<clinit>")) {
      return stops;
    }
    Set<FieldRef> finals = constructor ? Set.of() : finalFields(source);
    for (Instruction at = source.body().instructions(); at.next(); ) {
      if (at.isPayload() || !source.types().isReached(at.pc())) {
        continue;
      }
      boolean stop =
          switch (at.opcode()) {
            case IPUT, IPUT_WIDE, IPUT_OBJECT, IPUT_BOOLEAN, IPUT_BYTE, IPUT_CHAR, IPUT_SHORT ->
                isUninitializedThis(source, at.pc(), at.b());
            case INVOKE_DIRECT, INVOKE_DIRECT_RANGE ->
                isUninitializedThis(source, at.pc(), at.argument(0));
            case SPUT, SPUT_WIDE, SPUT_OBJECT, SPUT_BOOLEAN, SPUT_BYTE, SPUT_CHAR, SPUT_SHORT ->
                finals.contains(source.dex().field(at.index()));
            default -> false;
          };
      if (stop) {
        stops.add(at.pc());
      }
    }
    return stops;
  }

  private static boolean isUninitializedThis(MethodSource source, int pc, int register) {
    return source.types().kind(pc, register) == RegisterTypes.Kind.UNINITIALIZED_THIS;
  }

  private static Set<FieldRef> finalFields(MethodSource source) {
    return source.classDef().data().staticFields().stream()
        .filter(each -> (each.accessFlags() & AccessFlags.FINAL) != 0)
        .map(EncodedField::ref)
        .collect(Collectors.toSet());
  }
}
