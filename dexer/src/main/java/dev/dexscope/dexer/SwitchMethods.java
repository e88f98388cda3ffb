package dev.dexscope.dexer;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.Label;
import dev.dexscope.dex.write.MethodBuilder;
import java.lang.classfile.BootstrapMethodEntry;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.util.List;

/**
 * The methods that take the place of the dynamic calls of pattern switches: {@link
 * java.lang.runtime.SwitchBootstraps} does not exist on Android. They return the number of the
 * first label, from a restart index on, that matches the selector; the number of labels if none
 * does, -1 if the selector is null.
 *
 * <p>Registers: 0 and 1 are free, 2 is the selector, the last one the restart index.
 */
final class SwitchMethods {
  private static final String BOOTSTRAPS = "java/lang/runtime/SwitchBootstraps";
  private static final int FLAGS = AccessFlags.PRIVATE | AccessFlags.STATIC | AccessFlags.SYNTHETIC;
  private static final int SELECTOR = 2;
  private static final String OUT_OF_BOUNDS = "Ljava/lang/IndexOutOfBoundsException;";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String STRING = "Ljava/lang/String;";
  private static final String ENUM = "Ljava/lang/Enum;";
  private static final String NUMBER = "Ljava/lang/Number;";
  private static final String CHARACTER = "Ljava/lang/Character;";

  private final CodeBuilder b;
  private final Pool pool;

  /** The static type of the selector. */
  private final String selector;

  private SwitchMethods(CodeBuilder b, Pool pool, String selector) {
    this.b = b;
    this.pool = pool;
    this.selector = selector;
  }

  /** Returns whether a call is one of a pattern switch. */
  static boolean handles(InvokeDynamicEntry call) {
    MemberRefEntry method = call.bootstrap().bootstrapMethod().reference();
    return method.owner().name().equalsString(BOOTSTRAPS)
        && (method.name().equalsString("typeSwitch") || isEnumSwitch(method));
  }

  private static boolean isEnumSwitch(MemberRefEntry method) {
    return method.name().equalsString("enumSwitch");
  }

  /**
   * Adds the method that a call becomes a call of.
   *
   * @param to the class that is made of the call's class file
   * @param call one of its dynamic calls
   * @param pool the class file's constants
   * @param number another one for each call of the class
   * @return a static method with the call's prototype
   * @throws UnsupportedClassException for labels that compilers write for preview features only
   */
  static MethodRef add(ClassBuilder to, InvokeDynamicEntry call, Pool pool, int number) {
    Proto proto = pool.proto(call.type().stringValue());
    List<String> parameters = proto.parameters();
    if (parameters.size() != 2
        || !parameters.get(1).equals("I")
        || !proto.returnType().equals("I")) {
      throw new UnsupportedClassException("switch method of the type " + proto);
    }
    boolean isEnum = isEnumSwitch(call.bootstrap().bootstrapMethod().reference());
    List<LoadableConstantEntry> labels = call.bootstrap().arguments();
    MethodBuilder made = to.method(FLAGS, "$switch$" + number, proto);
    made.code(2, b -> new SwitchMethods(b, pool, parameters.get(0)).write(labels, isEnum));
    return made.ref();
  }

  private void write(List<LoadableConstantEntry> labels, boolean isEnum) {
    int count = labels.size();
    Label[] cases = new Label[count + 1];
    for (int i = 0; i <= count; i++) {
      cases[i] = b.newLabel();
    }
    if (!isPrimitive()) {
      Label isNotNull = b.newLabel();
      b.branch(Opcode.IF_NEZ, SELECTOR, isNotNull);
      result(-1);
      b.bind(isNotNull);
    }
    b.packedSwitch(b.registers() - 1, 0, cases);
    b.type(Opcode.NEW_INSTANCE, 0, OUT_OF_BOUNDS);
    b.invoke(Opcode.INVOKE_DIRECT, new MethodRef(OUT_OF_BOUNDS, "<init>", Proto.of("V")), 0);
    b.emit(Opcode.THROW, 0);
    for (int i = 0; i < count; i++) {
      b.bind(cases[i]);
      if (isEnum && labels.get(i) instanceof StringEntry name) {
        enumConstant(selector, name.stringValue(), cases[i + 1]);
      } else {
        label(labels.get(i), cases[i + 1]);
      }
      result(i);
    }
    b.bind(cases[count]);
    result(count);
  }

  private boolean isPrimitive() {
    return selector.length() == 1;
  }

  private void result(int number) {
    b.constant(0, number);
    b.emit(Opcode.RETURN, 0);
  }

  /** Branches if the selector does not match a label. */
  private void label(LoadableConstantEntry label, Label otherwise) {
    if (isPrimitive()) {
      primitive(label);
    } else if (label instanceof ClassEntry type) {
      instance(pool.type(type.index()), otherwise);
    } else if (label instanceof StringEntry text) {
      string(text.stringValue(), SELECTOR, otherwise);
    } else if (label instanceof IntegerEntry number) {
      integer(number.intValue(), otherwise);
    } else if (label instanceof ConstantDynamicEntry constant) {
      enumDescription(constant, otherwise);
    } else {
      throw unsupported();
    }
  }

  /**
   * Nested patterns of records test the components that are numbers too, for what they are anyway;
   * other tests are a preview feature.
   */
  private void primitive(LoadableConstantEntry label) {
    if (!(label instanceof ConstantDynamicEntry type)
        || !isOf(type.bootstrap(), "primitiveClass")
        || !type.name().equalsString(selector)) {
      throw unsupported();
    }
  }

  private static boolean isOf(BootstrapMethodEntry bootstrap, String method) {
    MemberRefEntry reference = bootstrap.bootstrapMethod().reference();
    return reference.owner().name().equalsString("java/lang/invoke/ConstantBootstraps")
        && reference.name().equalsString(method);
  }

  private void instance(String type, Label otherwise) {
    if (!type.equals(selector)) {
      b.type(Opcode.INSTANCE_OF, 0, SELECTOR, type);
      b.branch(Opcode.IF_EQZ, 0, otherwise);
    }
  }

  private void string(String text, int register, Label otherwise) {
    b.constantString(0, text);
    b.invoke(
        Opcode.INVOKE_VIRTUAL, new MethodRef(STRING, "equals", Proto.of("Z", OBJECT)), 0, register);
    b.emit(Opcode.MOVE_RESULT, 0);
    b.branch(Opcode.IF_EQZ, 0, otherwise);
  }

  /** Any number and any character may be equal to one of these labels. */
  private void integer(int value, Label otherwise) {
    Label isNoNumber = b.newLabel();
    Label compare = b.newLabel();
    instance(NUMBER, isNoNumber);
    unboxed(NUMBER, "intValue", "I");
    b.branch(compare);
    b.bind(isNoNumber);
    instance(CHARACTER, otherwise);
    unboxed(CHARACTER, "charValue", "C");
    b.bind(compare);
    b.constant(1, value);
    b.branch(Opcode.IF_NE, 0, 1, otherwise);
  }

  private void unboxed(String type, String method, String primitive) {
    b.move(Opcode.MOVE_OBJECT, 0, SELECTOR);
    b.type(Opcode.CHECK_CAST, 0, type);
    b.invoke(Opcode.INVOKE_VIRTUAL, new MethodRef(type, method, Proto.of(primitive)), 0);
    b.emit(Opcode.MOVE_RESULT, 0);
  }

  /** An enum's constants differ in their names, of which one may be gone. */
  private void enumConstant(String type, String name, Label otherwise) {
    instance(type, otherwise);
    b.move(Opcode.MOVE_OBJECT, 0, SELECTOR);
    b.type(Opcode.CHECK_CAST, 0, ENUM);
    b.invoke(Opcode.INVOKE_VIRTUAL, new MethodRef(ENUM, "name", Proto.of(STRING)), 0);
    b.emit(Opcode.MOVE_RESULT_OBJECT, 1);
    string(name, 1, otherwise);
  }

  /** The label {@code EnumDesc.of(ClassDesc.of("p.E"), "NAME")}. */
  private void enumDescription(ConstantDynamicEntry label, Label otherwise) {
    List<LoadableConstantEntry> arguments = arguments(label, "java/lang/Enum$EnumDesc", 2);
    if (!(arguments.get(1) instanceof ConstantDynamicEntry type)
        || !(arguments.get(2) instanceof StringEntry name)
        || !(arguments(type, "java/lang/constant/ClassDesc", 1).get(1)
            instanceof StringEntry typeName)) {
      throw unsupported();
    }
    String descriptor = "L" + typeName.stringValue().replace('.', '/') + ";";
    enumConstant(descriptor, name.stringValue(), otherwise);
  }

  /**
   * Returns the arguments of a constant that a class's method {@code of} makes: the method and its
   * own arguments.
   */
  private static List<LoadableConstantEntry> arguments(
      ConstantDynamicEntry constant, String owner, int count) {
    List<LoadableConstantEntry> arguments = constant.bootstrap().arguments();
    if (!isOf(constant.bootstrap(), "invoke")
        || arguments.size() != count + 1
        || !(arguments.getFirst() instanceof MethodHandleEntry handle)
        || !handle.reference().owner().name().equalsString(owner)
        || !handle.reference().name().equalsString("of")) {
      throw unsupported();
    }
    return arguments;
  }

  private static UnsupportedClassException unsupported() {
    return new UnsupportedClassException("switch label of an unknown kind");
  }
}
