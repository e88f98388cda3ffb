package dev.dexscope.dexer;

import static dev.dexscope.dexer.Bytecode.INVOKEINTERFACE;
import static dev.dexscope.dexer.Bytecode.INVOKESPECIAL;
import static dev.dexscope.dexer.Bytecode.INVOKESTATIC;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the code of one class calls methods: what class files resolve, dex code has to name. */
final class Members {
  private static final String METHOD_HANDLE = "Ljava/lang/invoke/MethodHandle;";
  private static final String VAR_HANDLE = "Ljava/lang/invoke/VarHandle;";

  /** The methods of a VarHandle without result, and those that return whether they succeeded. */
  private static final Set<String> SETTERS =
      Set.of("set", "setVolatile", "setOpaque", "setRelease");

  private static final Set<String> COMPARING =
      Set.of(
          "compareAndSet",
          "weakCompareAndSet",
          "weakCompareAndSetPlain",
          "weakCompareAndSetAcquire",
          "weakCompareAndSetRelease");

  private static final Set<String> OTHERS =
      Set.of(
          "get",
          "getVolatile",
          "getOpaque",
          "getAcquire",
          "compareAndExchange",
          "compareAndExchangeAcquire",
          "compareAndExchangeRelease",
          "getAndSet",
          "getAndSetAcquire",
          "getAndSetRelease",
          "getAndAdd",
          "getAndAddAcquire",
          "getAndAddRelease",
          "getAndBitwiseOr",
          "getAndBitwiseOrAcquire",
          "getAndBitwiseOrRelease",
          "getAndBitwiseAnd",
          "getAndBitwiseAndAcquire",
          "getAndBitwiseAndRelease",
          "getAndBitwiseXor",
          "getAndBitwiseXorAcquire",
          "getAndBitwiseXorRelease");

  private final String self;
  private final String superclass;
  private final Nest nest;
  private final Set<MethodRef> specials = new HashSet<>();
  private final Deque<MethodRef> waiting = new ArrayDeque<>();

  /**
   * A call in dex code.
   *
   * @param needsMarker whether a last argument, null, has to be added
   */
  record Call(Opcode opcode, MethodRef method, boolean needsMarker) {}

  Members(String self, String superclass, Nest nest) {
    this.self = self;
    this.superclass = superclass;
    this.nest = nest;
  }

  Nest nest() {
    return nest;
  }

  String self() {
    return self;
  }

  String superclass() {
    return superclass;
  }

  /**
   * Returns how a method is called.
   *
   * @param op the instruction of the class file
   */
  Call call(int op, MethodRef method) {
    boolean isOwn = method.definingClass().equals(self);
    boolean isPrivate = nest.isPrivate(method);
    if (op == INVOKESPECIAL && method.name().equals("<init>")) {
      return isPrivate && !isOwn
          ? new Call(Opcode.INVOKE_DIRECT, nest.construct(method), true)
          : new Call(Opcode.INVOKE_DIRECT, method, false);
    }
    if (isPrivate && !isOwn) {
      return new Call(Opcode.INVOKE_STATIC, nest.call(method, op == INVOKESTATIC), false);
    }
    if (op == INVOKESTATIC) {
      return new Call(Opcode.INVOKE_STATIC, method, false);
    }
    if (isPrivate) {
      return new Call(Opcode.INVOKE_DIRECT, method, false);
    }
    if (op == INVOKESPECIAL) {
      if (isOwn && nest.declares(method)) {
        if (specials.add(method)) {
          waiting.add(method);
        }
        return new Call(Opcode.INVOKE_DIRECT, special(method), false);
      }
      // The nearest class above that has it: as the method's own class need not.
      MethodRef above = isOwn ? new MethodRef(superclass, method.name(), method.proto()) : method;
      return new Call(Opcode.INVOKE_SUPER, above, false);
    }
    return new Call(
        op == INVOKEINTERFACE ? Opcode.INVOKE_INTERFACE : Opcode.INVOKE_VIRTUAL, method, false);
  }

  /**
   * Returns the private copy of an own method that is not private, but called as if it were: dex
   * code has no such call.
   */
  static MethodRef special(MethodRef method) {
    return new MethodRef(method.definingClass(), method.name() + "$special", method.proto());
  }

  /** Returns the next method that needs a private copy; null if there is none. */
  @Nullable MethodRef nextSpecial() {
    return waiting.poll();
  }

  /** Returns whether the types of a call are those of its arguments (JLS 15.12.3). */
  static boolean isPolymorphic(MethodRef method) {
    String name = method.name();
    return switch (method.definingClass()) {
      case METHOD_HANDLE -> name.equals("invoke") || name.equals("invokeExact");
      case VAR_HANDLE ->
          SETTERS.contains(name) || COMPARING.contains(name) || OTHERS.contains(name);
      default -> false;
    };
  }

  /** Returns the method that such a call names, as it is declared. */
  static MethodRef declared(MethodRef polymorphic) {
    String name = polymorphic.name();
    String result =
        SETTERS.contains(name) ? "V" : COMPARING.contains(name) ? "Z" : "Ljava/lang/Object;";
    return MethodRef.of(polymorphic.definingClass(), name, "([Ljava/lang/Object;)" + result);
  }
}
