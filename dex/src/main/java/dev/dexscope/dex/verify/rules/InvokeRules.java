package dev.dexscope.dex.verify.rules;

import static dev.dexscope.dex.verify.types.RegType.CONFLICT;
import static dev.dexscope.dex.verify.verdict.Problem.ACCESS_METHOD;
import static dev.dexscope.dex.verify.verdict.Problem.BAD_CLASS_SOFT;
import static dev.dexscope.dex.verify.verdict.Problem.CLASS_CHANGE;
import static dev.dexscope.dex.verify.verdict.Problem.NO_CLASS;
import static dev.dexscope.dex.verify.verdict.Problem.NO_METHOD;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.link.LinkedMethod;
import dev.dexscope.dex.verify.link.PolymorphicMethods;
import dev.dexscope.dex.verify.link.Pretty;
import dev.dexscope.dex.verify.types.RegType;
import dev.dexscope.dex.verify.types.RegTypes;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The invoke instructions: which method is called, may it be called so, and with what. */
final class InvokeRules {
  private final MethodVerifier method;
  private final Frame frame;
  private final RegTypes types;
  private final MethodBody body;
  private final ClassResolver classes;
  private final DexFile dex;

  InvokeRules(MethodVerifier method, Frame frame, MethodBody body, ClassResolver classes) {
    this.method = method;
    this.frame = frame;
    this.types = frame.types;
    this.body = body;
    this.classes = classes;
    this.dex = classes.dex();
  }

  /** True when a result was left. */
  boolean invoke(InvokeKind kind, boolean range) {
    int index = body.insns[frame.pc + 1];
    LinkedMethod called = verifyCall(kind, index, range);
    if (kind == InvokeKind.INTERFACE && !checkInterfaceCall(called)) {
      return false;
    }
    if (kind == InvokeKind.DIRECT && isConstructor(called, index) && !initialize()) {
      return false;
    }
    int result = classes.returnType(dex.methodProto(index));
    if (called != null && kind != InvokeKind.STATIC && kind != InvokeKind.INTERFACE) {
      classes.checkInstantiable(result);
    }
    frame.setResult(result);
    return true;
  }

  private boolean isConstructor(@Nullable LinkedMethod called, int index) {
    return called == null ? dex.methodName(index).equals("<init>") : called.isConstructor();
  }

  private boolean checkInterfaceCall(@Nullable LinkedMethod called) {
    if (called != null && !called.declaring().isInterface() && !called.declaring().isObject()) {
      frame.fail(CLASS_CHANGE, "expected interface class in invoke-interface '" + called + "'");
      return false;
    }
    int receiver = receiver();
    if (RegTypes.isUninitialized(receiver)) {
      frame.hard("interface call on uninitialized object " + frame.name(receiver));
      return false;
    }
    return true;
  }

  /** After a constructor's call all copies of the reference are initialized. */
  private boolean initialize() {
    int receiver = receiver();
    if (receiver == CONFLICT) {
      return false;
    }
    if (RegType.isZeroOrNull(receiver)) {
      frame.hard("unable to initialize null ref");
      return false;
    }
    if (!RegTypes.isUninitialized(receiver)) {
      frame.hard("expected initialization on uninitialized reference " + frame.name(receiver));
      return false;
    }
    frame.work.replace(receiver, types.initialized(receiver));
    if (types.isUninitializedThis(receiver)) {
      frame.work.thisInitialized = true;
    }
    return true;
  }

  /** The type of the first argument; a conflict after a failure. */
  private int receiver() {
    int pc = frame.pc;
    int opcode = body.insns[pc] & 0xff;
    boolean range = (Opcode.flags(opcode) & Opcode.RANGE) != 0;
    if (body.argumentCount(pc, range) < 1) {
      frame.hard("invoke lacks 'this'");
      return CONFLICT;
    }
    int register = body.argument(pc, 0, range);
    int type = frame.get(register);
    if (RegType.isReference(type)) {
      return type;
    }
    frame.hard(
        "tried to get class from non-reference register v"
            + register
            + " (type="
            + frame.name(type)
            + ")");
    return CONFLICT;
  }

  private @Nullable LinkedMethod verifyCall(InvokeKind kind, int index, boolean range) {
    LinkedMethod called = resolve(kind, index);
    if (called == null) {
      // Errors that the prototype alone shows are still possible.
      if (!frame.rejected()) {
        checkArguments(kind, index, classes.parameters(dex.methodProto(index)), range, null);
      }
      return null;
    }
    if (kind == InvokeKind.SUPER && !checkSuper(called, index)) {
      return null;
    }
    int proto = kind == InvokeKind.POLYMORPHIC ? body.insns[frame.pc + 3] : dex.methodProto(index);
    return checkArguments(kind, index, classes.parameters(proto), range, called) ? called : null;
  }

  private @Nullable LinkedMethod resolve(InvokeKind kind, int index) {
    int owner = classes.resolve(dex.methodClass(index), ClassResolver.Access.CHECKED);
    Klass klass = types.klass(owner);
    if (klass == null) {
      return null;
    }
    LinkedMethod called = classes.method(klass, index);
    if (called == null && klass.isInterface()) {
      // A method of Object that interfaces do not have: found for the message only.
      called = klass.findClassMethod(Pretty.key(dex, index));
    }
    if (called == null && klass.isOpen()) {
      return null;
    }
    if (called == null) {
      frame.fail(NO_METHOD, "couldn't find method " + Pretty.method(dex, index));
      return null;
    }
    return checkCallable(kind, klass, called) ? called : null;
  }

  private boolean checkCallable(InvokeKind kind, Klass klass, LinkedMethod called) {
    if (called.isConstructor() && kind != InvokeKind.DIRECT) {
      frame.hard("rejecting non-direct call to constructor " + called);
      return false;
    }
    if (called.isClassInitializer()) {
      frame.hard("rejecting call to class initializer " + called);
      return false;
    }
    if (!checkOwner(kind, klass, called)) {
      return false;
    }
    if (kind == InvokeKind.INTERFACE && called.declaring().isObject() && !called.isPublic()) {
      frame.fail(NO_METHOD, "invoke-interface resolved to non-public object method " + called);
      return false;
    }
    if (!classes.referrer().canAccessMember(called.declaring(), called.flags())) {
      frame.fail(
          ACCESS_METHOD,
          "illegal method access (call "
              + called
              + " from "
              + types.name(classes.referrerType())
              + ")");
      return true;
    }
    boolean dispatched = kind == InvokeKind.VIRTUAL || kind == InvokeKind.SUPER;
    if (called.isPrivate() && dispatched) {
      frame.hard("invoke-super/virtual can't be used on private method " + called);
      return false;
    }
    if (!matches(kind, called)) {
      frame.fail(
          CLASS_CHANGE,
          "invoke type ("
              + kind.name().toLowerCase(Locale.ROOT)
              + ") does not match method type of "
              + called);
      return false;
    }
    return true;
  }

  private boolean checkOwner(InvokeKind kind, Klass klass, LinkedMethod called) {
    if (!klass.isInterface()) {
      if (kind == InvokeKind.INTERFACE) {
        frame.fail(
            CLASS_CHANGE, "interface method " + called + " is in a non-interface class " + klass);
        return false;
      }
      return true;
    }
    boolean fits =
        switch (kind) {
          case INTERFACE, STATIC, SUPER -> true;
          case DIRECT -> dex.supportsDefaultMethods();
          case VIRTUAL, POLYMORPHIC -> false;
        };
    if (!fits) {
      frame.fail(
          CLASS_CHANGE, "non-interface method " + called + " is in an interface class " + klass);
    }
    return fits;
  }

  private static boolean matches(InvokeKind kind, LinkedMethod called) {
    return switch (kind) {
      case DIRECT -> called.isDirect() && !called.isStatic();
      case STATIC -> called.isStatic();
      case SUPER, VIRTUAL, INTERFACE -> !called.isDirect();
      case POLYMORPHIC -> called.isSignaturePolymorphic();
    };
  }

  /** An invoke-super must name a superclass that has the method, or a direct superinterface. */
  private boolean checkSuper(LinkedMethod called, int index) {
    Klass referrer = classes.referrer();
    Klass named = types.klass(classes.type(dex.methodClass(index)));
    if (named == null) {
      frame.fail(BAD_CLASS_SOFT, "unable to find referenced class from invoke-super");
      return false;
    }
    if (named.isInterface()) {
      if (named.isAssignableFrom(referrer)) {
        return true;
      }
      frame.fail(
          CLASS_CHANGE,
          "invoke-super in "
              + referrer
              + " to method "
              + Pretty.method(dex, index)
              + " references non-super-interface type "
              + named);
      return false;
    }
    Klass superclass = referrer.superclass;
    if (superclass != null && named.isAssignableFrom(referrer) && superclass.hasSlotFor(called)) {
      return true;
    }
    frame.fail(
        NO_METHOD,
        "invalid invoke-super from "
            + method.name()
            + " to super "
            + superclass
            + "."
            + called.name()
            + called.proto());
    return false;
  }

  private boolean checkArguments(
      InvokeKind kind, int index, int[] parameters, boolean range, @Nullable LinkedMethod called) {
    int pc = frame.pc;
    int count = body.argumentCount(pc, range);
    if (count > body.outs) {
      frame.hard("invalid argument count (" + count + ") exceeds outsSize (" + body.outs + ")");
      return false;
    }
    if (kind != InvokeKind.STATIC && !checkReceiver(kind, index, called)) {
      return false;
    }
    int next = kind == InvokeKind.STATIC ? 0 : 1;
    for (int parameter : parameters) {
      if (next >= count) {
        frame.hard(
            "rejecting invocation, expected "
                + count
                + " argument registers, method signature has "
                + (next + 1)
                + " or more");
        return false;
      }
      if (!checkArgument(parameter, next, count, range)) {
        return false;
      }
      next += RegType.isLowHalf(parameter) ? 2 : 1;
    }
    if (next != count) {
      frame.hard(
          "rejecting invocation, expected "
              + count
              + " argument registers, method signature has "
              + next);
      return false;
    }
    return true;
  }

  private boolean checkArgument(int parameter, int at, int count, boolean range) {
    int register = body.argument(frame.pc, at, range);
    if (RegType.isIntegral(parameter)) {
      int type = frame.get(register);
      if (!RegType.isIntegral(type)) {
        frame.hard(
            "register v"
                + register
                + " has type "
                + frame.name(type)
                + " but expected "
                + frame.name(parameter));
        return false;
      }
      return true;
    }
    if (!frame.expect(register, parameter)) {
      return !frame.rejected();
    }
    if (RegType.isLowHalf(parameter) && !range && at + 1 < count) {
      int second = body.argument(frame.pc, at + 1);
      if (second != register + 1) {
        frame.hard(
            "rejecting invocation, long or double parameter at index "
                + at
                + " is not a pair: "
                + register
                + " + "
                + second);
        return false;
      }
    }
    return true;
  }

  private boolean checkReceiver(InvokeKind kind, int index, @Nullable LinkedMethod called) {
    int actual = receiver();
    if (actual == CONFLICT) {
      return false;
    }
    int type = actual;
    if (RegTypes.isUninitialized(actual)) {
      if (!isConstructor(called, index)) {
        frame.hard("'this' arg must be initialized");
        return false;
      }
      type = types.initialized(actual);
    }
    if (kind == InvokeKind.INTERFACE || RegType.isZeroOrNull(type)) {
      return true;
    }
    int expected =
        called != null && !called.miranda()
            ? types.ofClass(called.declaring())
            : classes.type(dex.methodClass(index));
    if (!types.isAssignable(expected, type)) {
      frame.fail(
          types.isUnresolved(type) ? NO_CLASS : BAD_CLASS_SOFT,
          "'this' argument '"
              + frame.name(actual)
              + "' not instance of '"
              + frame.name(expected)
              + "'");
      return !frame.rejected();
    }
    return true;
  }

  boolean polymorphic(boolean range) {
    int index = body.insns[frame.pc + 1];
    LinkedMethod called = verifyCall(InvokeKind.POLYMORPHIC, index, range);
    if (called == null) {
      if (!frame.rejected()) {
        frame.hard("invoke-polymorphic verification failure");
      }
      return false;
    }
    if (!checkPolymorphic(called) || !checkPolymorphicReceiver()) {
      return false;
    }
    frame.setResult(classes.returnType(body.insns[frame.pc + 3]));
    return true;
  }

  private boolean checkPolymorphic(LinkedMethod called) {
    String expected = PolymorphicMethods.returnType(called);
    if (expected == null) {
      frame.hard("signature polymorphic method is not known to the platform: " + called);
      return false;
    }
    if (!called.proto().equals("([Ljava/lang/Object;)" + expected)) {
      frame.hard("signature polymorphic method has an unexpected prototype: " + called);
      return false;
    }
    return true;
  }

  private boolean checkPolymorphicReceiver() {
    int type = receiver();
    if (RegType.isZeroOrNull(type)) {
      return true;
    }
    if (!RegType.isNonZeroReference(type)) {
      frame.hard("invoke-polymorphic receiver is not a reference: " + frame.name(type));
      return false;
    }
    if (RegTypes.isUninitialized(type)) {
      frame.hard("invoke-polymorphic receiver is uninitialized: " + frame.name(type));
      return false;
    }
    Klass klass = types.klass(type);
    if (klass == null || !PolymorphicMethods.isReceiver(klass)) {
      frame.hard(
          "invoke-polymorphic receiver is not a subclass of MethodHandle or VarHandle: "
              + frame.name(type));
      return false;
    }
    return true;
  }

  boolean custom(boolean range) {
    int index = body.insns[frame.pc + 1];
    String broken = CallSiteCheck.problem(dex, index);
    if (broken != null) {
      frame.hard("call site #" + index + " " + broken);
      return false;
    }
    int proto = CallSiteCheck.proto(dex, index);
    checkArguments(InvokeKind.STATIC, index, classes.parameters(proto), range, null);
    frame.setResult(classes.returnType(Objects.checkIndex(proto, dex.protoCount())));
    return true;
  }
}
