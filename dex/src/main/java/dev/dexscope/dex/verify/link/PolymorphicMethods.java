package dev.dexscope.dex.verify.link;

import org.jspecify.annotations.Nullable;

/** The methods whose prototype is each call's own (java.lang.invoke). */
public final class PolymorphicMethods {
  private static final String METHOD_HANDLE = "Ljava/lang/invoke/MethodHandle;";
  private static final String VAR_HANDLE = "Ljava/lang/invoke/VarHandle;";

  private PolymorphicMethods() {}

  /** Returns the declared return type of the method, or null if it is not polymorphic. */
  public static @Nullable String returnType(LinkedMethod method) {
    return switch (method.declaring().descriptor) {
      case METHOD_HANDLE ->
          method.name().equals("invoke") || method.name().equals("invokeExact")
              ? "Ljava/lang/Object;"
              : null;
      case VAR_HANDLE -> ofVarHandle(method.name());
      default -> null;
    };
  }

  private static @Nullable String ofVarHandle(String name) {
    return switch (name) {
      case "compareAndSet",
          "weakCompareAndSet",
          "weakCompareAndSetAcquire",
          "weakCompareAndSetPlain",
          "weakCompareAndSetRelease" ->
          "Z";
      case "compareAndExchange", "compareAndExchangeAcquire", "compareAndExchangeRelease" ->
          "Ljava/lang/Object;";
      case "set", "setOpaque", "setRelease", "setVolatile" -> "V";
      default -> name.startsWith("get") ? "Ljava/lang/Object;" : null;
    };
  }

  public static boolean isReceiver(Klass klass) {
    for (Klass k = klass; k != null; k = k.superclass) {
      if (k.descriptor.equals(METHOD_HANDLE) || k.descriptor.equals(VAR_HANDLE)) {
        return true;
      }
    }
    return false;
  }
}
