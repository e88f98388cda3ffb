package dev.dexscope.dex.verify.rules;

import static dev.dexscope.dex.verify.types.RegType.BOOLEAN;
import static dev.dexscope.dex.verify.types.RegType.BYTE;
import static dev.dexscope.dex.verify.types.RegType.CHAR;
import static dev.dexscope.dex.verify.types.RegType.CONFLICT;
import static dev.dexscope.dex.verify.types.RegType.CONST_LO;
import static dev.dexscope.dex.verify.types.RegType.DOUBLE_LO;
import static dev.dexscope.dex.verify.types.RegType.FLOAT;
import static dev.dexscope.dex.verify.types.RegType.INTEGER;
import static dev.dexscope.dex.verify.types.RegType.LONG_LO;
import static dev.dexscope.dex.verify.types.RegType.NULL;
import static dev.dexscope.dex.verify.types.RegType.ONE;
import static dev.dexscope.dex.verify.types.RegType.SHORT;
import static dev.dexscope.dex.verify.verdict.Problem.ACCESS_FIELD;
import static dev.dexscope.dex.verify.verdict.Problem.BAD_CLASS_SOFT;
import static dev.dexscope.dex.verify.verdict.Problem.CLASS_CHANGE;
import static dev.dexscope.dex.verify.verdict.Problem.NO_CLASS;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.link.LinkedField;
import dev.dexscope.dex.verify.link.Pretty;
import dev.dexscope.dex.verify.types.RegType;
import dev.dexscope.dex.verify.types.RegTypes;
import org.jspecify.annotations.Nullable;

/** The instructions on fields and arrays. */
final class MemberRules {
  /**
   * The suffixes of the opcodes in their order: no suffix, wide, object, boolean, byte, char,
   * short.
   */
  private static final int OBJECT_KIND = 2;

  private static final int[] KINDS = {INTEGER, LONG_LO, CONFLICT, BOOLEAN, BYTE, CHAR, SHORT};

  private final MethodVerifier method;
  private final Frame frame;
  private final RegTypes types;
  private final MethodBody body;
  private final ClassResolver classes;
  private final DexFile dex;

  MemberRules(MethodVerifier method, Frame frame, MethodBody body, ClassResolver classes) {
    this.method = method;
    this.frame = frame;
    this.types = frame.types;
    this.body = body;
    this.classes = classes;
    this.dex = classes.dex();
  }

  void newArray() {
    int type = classes.resolve(body.insns[frame.pc + 1], ClassResolver.Access.CHECKED);
    if (isArrayClass(type)) {
      frame.expect(body.registerB(frame.pc), INTEGER);
      frame.set(body.registerA(frame.pc), types.exact(type));
    }
  }

  private boolean isArrayClass(int type) {
    if (type == CONFLICT) {
      return false;
    }
    if (!types.isArray(type)) {
      frame.hard("new-array on non-array class " + frame.name(type));
      return false;
    }
    return true;
  }

  void filledNewArray(boolean range) {
    int pc = frame.pc;
    int type = classes.resolve(body.insns[pc + 1], ClassResolver.Access.CHECKED);
    if (!isArrayClass(type)) {
      return;
    }
    int component = types.component(type);
    int count = body.argumentCount(pc, range);
    for (int i = 0; i < count; i++) {
      if (!frame.expect(body.argument(pc, i, range), component)) {
        break;
      }
    }
    frame.setResult(types.exact(type));
  }

  void fillArrayData() {
    int pc = frame.pc;
    int type = frame.get(body.registerA(pc));
    if (RegType.isZeroOrNull(type)) {
      return;
    }
    if (!types.isArray(type)) {
      frame.hard("invalid fill-array-data with array type " + frame.name(type));
      return;
    }
    if (types.isUnresolved(type)) {
      frame.hard("invalid fill-array-data for array of type " + frame.name(type));
      return;
    }
    int component = types.component(type);
    if (RegType.isNonZeroReference(component)) {
      frame.hard("invalid fill-array-data with component type " + frame.name(component));
      return;
    }
    int payload = pc + body.int32(pc + 1);
    if (body.insns[payload] != Instruction.ARRAY_DATA_PAYLOAD) {
      frame.hard("invalid magic for array-data");
    } else if (body.insns[payload + 1] != width(component)) {
      frame.hard(
          "array-data size mismatch ("
              + (int) body.insns[payload + 1]
              + " vs "
              + width(component)
              + ")");
    }
  }

  private static int width(int primitive) {
    return switch (primitive) {
      case BOOLEAN, BYTE -> 1;
      case SHORT, CHAR -> 2;
      case LONG_LO, DOUBLE_LO -> 8;
      default -> 4;
    };
  }

  /** The array of an aget or aput; CONFLICT after a failure, ZERO or NULL when it is null. */
  private int arrayOperand(String what) {
    int index = frame.get(body.registerC(frame.pc));
    if (!RegType.isIntegral(index)) {
      frame.hard("invalid reg type for array index (" + frame.name(index) + ")");
      return CONFLICT;
    }
    int array = frame.get(body.registerB(frame.pc));
    if (!RegType.isZeroOrNull(array) && !types.isArray(array)) {
      frame.hard("not array type " + frame.name(array) + " with " + what);
      return CONFLICT;
    }
    return array;
  }

  void arrayGet(int kind) {
    int array = arrayOperand("aget");
    if (array == CONFLICT) {
      return;
    }
    int register = body.registerA(frame.pc);
    boolean object = kind == OBJECT_KIND;
    if (RegType.isZeroOrNull(array)) {
      // It throws. What it would load must still be of some use to what follows.
      frame.setAny(register, object ? NULL : elementOfNull(kind));
    } else if (types.isUnresolvedMerge(array)) {
      if (object) {
        frame.fail(
            NO_CLASS, "cannot verify aget for " + frame.name(array) + " because of missing class");
        frame.set(register, types.object);
      } else {
        frame.hard("reference array type " + frame.name(array) + " source for category 1 aget");
      }
    } else {
      loadElement(kind, array, register);
    }
  }

  /** An aget may load an int or a float, an aget-wide a long or a double. */
  private static int elementOfNull(int kind) {
    return switch (KINDS[kind]) {
      case INTEGER -> ONE;
      case LONG_LO -> CONST_LO;
      default -> KINDS[kind];
    };
  }

  private void loadElement(int kind, int array, int register) {
    int component = types.component(array);
    boolean object = kind == OBJECT_KIND;
    if (object && !RegType.isReference(component)) {
      frame.hard("primitive array type " + frame.name(array) + " source for aget-object");
    } else if (!object && RegType.isNonZeroReference(component)) {
      frame.hard("reference array type " + frame.name(array) + " source for category 1 aget");
    } else if (!object && !loads(KINDS[kind], component)) {
      frame.hard(
          "array type "
              + frame.name(array)
              + " incompatible with aget of type "
              + frame.name(KINDS[kind]));
    } else {
      frame.setAny(register, component);
    }
  }

  private static boolean loads(int instruction, int type) {
    return type == instruction
        || (type == FLOAT && instruction == INTEGER)
        || (type == DOUBLE_LO && instruction == LONG_LO);
  }

  void arrayPut(int kind) {
    int array = arrayOperand("aput");
    if (array == CONFLICT) {
      return;
    }
    int register = body.registerA(frame.pc);
    boolean object = kind == OBJECT_KIND;
    if (RegType.isZeroOrNull(array)) {
      frame.expect(register, valueForNull(kind, frame.get(register)));
    } else if (types.isUnresolvedMerge(array)) {
      if (object) {
        frame.fail(
            NO_CLASS, "cannot verify aput for " + frame.name(array) + " because of missing class");
      } else {
        frame.hard("put insn for a primitive, but unresolved type '" + frame.name(array) + "'");
      }
    } else if (!object) {
      put(types.component(array), KINDS[kind], register);
    } else if (!RegType.isReference(types.component(array))) {
      frame.hard("primitive array type " + frame.name(array) + " source for aput-object");
    } else {
      // Whether the element fits is seen when it is stored (ArrayStoreException).
      frame.expect(register, types.object);
    }
  }

  private int valueForNull(int kind, int value) {
    if (kind == OBJECT_KIND) {
      return types.object;
    }
    boolean floating =
        (KINDS[kind] == INTEGER && value == FLOAT)
            || (KINDS[kind] == LONG_LO && value == DOUBLE_LO);
    return floating ? value : KINDS[kind];
  }

  /** A put of a primitive: the instruction must fit the place, the value the place. */
  private void put(int target, int instruction, int register) {
    int value = frame.get(register);
    boolean fits;
    boolean valueFits = false;
    if (RegType.isIntegral(target)) {
      fits = target == instruction;
      valueFits = RegType.isIntegral(value);
    } else if (target == FLOAT) {
      fits = instruction == INTEGER;
      valueFits = RegType.isFloat(value);
    } else if (target == LONG_LO || target == DOUBLE_LO) {
      fits = instruction == LONG_LO;
      // Only an instruction that names a pair has had its second register checked.
      valueFits =
          fits && RegType.accepts(target, value) && RegType.isPair(value, frame.get(register + 1));
    } else {
      fits = false;
    }
    if (!fits) {
      frame.hard(
          "put insn has type '"
              + frame.name(instruction)
              + "' but expected type '"
              + frame.name(target)
              + "'");
    } else if (!valueFits) {
      frame.hard(
          "unexpected value in v"
              + register
              + " of type "
              + frame.name(value)
              + " but expected "
              + frame.name(target)
              + " for put");
    }
  }

  void field(int kind, boolean isStatic, boolean put) {
    int pc = frame.pc;
    int index = body.insns[pc + 1];
    LinkedField field = isStatic ? staticField(index) : instanceField(index, put);
    if (frame.rejected()) {
      return;
    }
    int type = classes.type(dex.fieldType(index));
    if (field != null) {
      if (put && field.isFinal() && field.declaring() != classes.referrer()) {
        frame.fail(
            ACCESS_FIELD,
            "cannot modify final field " + field + " from other class " + referrerName());
      }
      classes.checkInstantiable(type);
    } else if (put
        && !types.isGuessed()
        && classes.type(dex.fieldClass(index)) != classes.referrerType()) {
      frame.fail(
          ACCESS_FIELD,
          "could not check field put for final field modify of "
              + Pretty.field(dex, index)
              + " from other class "
              + referrerName());
    }
    int register = body.registerA(pc);
    if (put) {
      store(kind, index, type, register);
    } else {
      load(kind, index, type, register);
    }
  }

  private String referrerName() {
    return types.name(classes.referrerType());
  }

  private void store(int kind, int index, int type, int register) {
    if (kind != OBJECT_KIND) {
      put(type, KINDS[kind], register);
    } else if (RegType.isReference(type)) {
      frame.expect(register, type);
    } else {
      frame.hard(
          "expected field "
              + Pretty.field(dex, index)
              + " to be a reference but found type '"
              + frame.name(type)
              + "' in put-object");
    }
  }

  private void load(int kind, int index, int type, int register) {
    boolean fits = kind == OBJECT_KIND ? RegType.isReference(type) : loads(KINDS[kind], type);
    if (fits) {
      frame.setAny(register, type);
    } else {
      frame.hard(
          "expected field "
              + Pretty.field(dex, index)
              + " to be of "
              + (kind == OBJECT_KIND
                  ? "a reference type"
                  : "type '" + frame.name(KINDS[kind]) + "'")
              + " but found type '"
              + frame.name(type)
              + "' in get");
    }
  }

  private @Nullable LinkedField staticField(int index) {
    int owner = classes.resolve(dex.fieldClass(index), ClassResolver.Access.CHECKED);
    Klass klass = types.klass(owner);
    LinkedField field = klass == null ? null : classes.field(klass, index);
    if (field == null) {
      return null;
    }
    if (!classes.referrer().canAccessMember(field.declaring(), field.flags())) {
      frame.fail(ACCESS_FIELD, "cannot access static field " + field + " from " + referrerName());
      return null;
    }
    if (!field.isStatic()) {
      frame.fail(CLASS_CHANGE, "expected field " + field + " to be static");
      return null;
    }
    return field;
  }

  private @Nullable LinkedField instanceField(int index, boolean put) {
    int object = frame.get(body.registerB(frame.pc));
    // A constructor may set the fields of its own class before it calls another constructor.
    boolean beforeInit = put && types.isUninitializedThis(object);
    LinkedField field = findInstanceField(index, beforeInit ? types.initialized(object) : object);
    if (frame.rejected() || !beforeInit) {
      return field;
    }
    if (field == null) {
      frame.fail(
          BAD_CLASS_SOFT,
          "might be accessing a superclass instance field prior to the superclass being"
              + " initialized in "
              + method.name());
    } else if (field.declaring() != classes.referrer()) {
      frame.hard(
          "cannot access superclass instance field "
              + field
              + " of a not fully initialized object within the context of "
              + method.name());
    }
    return field;
  }

  private @Nullable LinkedField findInstanceField(int index, int object) {
    if (!RegType.isReference(object)) {
      frame.hard(
          "instance field access on object that has non-reference type " + frame.name(object));
      return null;
    }
    int owner = classes.resolve(dex.fieldClass(index), ClassResolver.Access.CHECKED);
    Klass klass = types.klass(owner);
    LinkedField field = klass == null ? null : classes.field(klass, index);
    if (field == null || !checkObject(field, object)) {
      return null;
    }
    if (!classes.referrer().canAccessMember(field.declaring(), field.flags())) {
      frame.fail(ACCESS_FIELD, "cannot access instance field " + field + " from " + referrerName());
      return null;
    }
    if (field.isStatic()) {
      frame.fail(CLASS_CHANGE, "expected field " + field + " to not be static");
      return null;
    }
    return field;
  }

  private boolean checkObject(LinkedField field, int object) {
    if (RegType.isZeroOrNull(object)) {
      return true;
    }
    if (RegTypes.isUninitialized(object)) {
      if (types.isUninitializedThis(object)
          && method.isConstructor()
          && field.declaring() == classes.referrer()) {
        return true;
      }
      frame.hard(
          "cannot access instance field "
              + field
              + " of a not fully initialized object within the context of "
              + method.name());
      return false;
    }
    if (types.isAssignable(types.ofClass(field.declaring()), object)) {
      return true;
    }
    return frame.doubts(
        "cannot access instance field " + field + " from object of type " + frame.name(object));
  }
}
