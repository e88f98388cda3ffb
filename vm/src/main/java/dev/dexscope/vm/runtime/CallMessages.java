package dev.dexscope.vm.runtime;

import dev.dexscope.vm.runtime.Declarations.DeclaredMethod;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * ART's message for a method called on null. HotSpot omits the return type, and whether the method
 * is an interface's: both are looked up.
 */
final class CallMessages {
  private static final Pattern CALL =
      Pattern.compile("Cannot invoke \"([^\"]+)\\.([^.(\"]+)\\(([^\"]*)\\)\".*", Pattern.DOTALL);

  /** As a class file has it (JVMS 4.6), where volatile fields have the same. */
  private static final int BRIDGE = 0x40;

  private CallMessages() {}

  /**
   * The message instead of HotSpot's; null where the method is not found.
   *
   * <pre>{@code
   * onNull("Cannot invoke \"String.length()\" because ...")
   * // Attempt to invoke virtual method 'int java.lang.String.length()' on a null object reference
   * }</pre>
   */
  static @Nullable String onNull(String message) {
    Matcher matcher = CALL.matcher(message);
    Class<?> owner = matcher.matches() ? type(matcher.group(1)) : null;
    if (owner == null) {
      return null;
    }
    String name = matcher.group(2);
    Signature found = find(owner, name, matcher.group(3));
    if (found == null) {
      return null;
    }
    String kind = "virtual";
    if (owner.isInterface()) {
      kind = "interface";
    } else if (Modifier.isPrivate(found.flags)) {
      kind = "direct";
    }
    return "Attempt to invoke "
        + kind
        + " method '"
        + found.result
        + " "
        + owner.getTypeName()
        + "."
        + name
        + "("
        + String.join(", ", found.parameters)
        + ")' on a null object reference";
  }

  private static @Nullable Class<?> type(String owner) {
    String name = unabbreviated(owner);
    for (ClassLoader each : Linkage.loaders()) {
      try {
        return Class.forName(name, false, each);
      } catch (ClassNotFoundException | LinkageError e) {
        // Another loader's then.
      }
    }
    return null;
  }

  /** HotSpot shortens two names. */
  private static String unabbreviated(String type) {
    return type.equals("Object") || type.equals("String") ? "java.lang." + type : type;
  }

  private static @Nullable Signature find(Class<?> type, String name, String parameters) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      Signature found = declared(each, name, parameters);
      if (found != null) {
        return found;
      }
      for (Class<?> implemented : each.getInterfaces()) {
        found = find(implemented, name, parameters);
        if (found != null) {
          return found;
        }
      }
    }
    return type.isInterface() ? declared(Object.class, name, parameters) : null;
  }

  private static @Nullable Signature declared(Class<?> type, String name, String parameters) {
    for (Signature each : declared(type, name)) {
      if ((each.flags & BRIDGE) == 0
          && (each.isPolymorphic || each.abbreviated().equals(parameters))) {
        return each;
      }
    }
    return null;
  }

  /** Of dex code without its classes: reflection would load all that the class's methods name. */
  private static List<Signature> declared(Class<?> type, String name) {
    List<Signature> found = new ArrayList<>();
    GuestCode code = Linkage.code(type.getClassLoader());
    if (code == null) {
      try {
        for (Method each : type.getDeclaredMethods()) {
          if (each.getName().equals(name)) {
            found.add(Signature.of(each));
          }
        }
      } catch (LinkageError e) {
        // A class that one of them names is missing: the message cannot be made.
      }
    } else {
      for (DeclaredMethod each : code.declarations().methods(type.getName())) {
        if (each.name().equals(name)) {
          found.add(Signature.of(each));
        }
      }
    }
    return found;
  }

  /**
   * A method's types, by the names that Java source has for them.
   *
   * @param isPolymorphic whether HotSpot has the types of the call (JVMS 2.9.3)
   */
  private record Signature(
      String result, List<String> parameters, int flags, boolean isPolymorphic) {
    static Signature of(Method method) {
      List<String> parameters = new ArrayList<>();
      for (Class<?> each : method.getParameterTypes()) {
        parameters.add(each.getTypeName());
      }
      Class<?> owner = method.getDeclaringClass();
      boolean isPolymorphic =
          (owner == MethodHandle.class || owner == VarHandle.class)
              && Modifier.isNative(method.getModifiers())
              && method.isVarArgs();
      return new Signature(
          method.getReturnType().getTypeName(), parameters, method.getModifiers(), isPolymorphic);
    }

    static Signature of(DeclaredMethod method) {
      MethodTypeDesc type = MethodTypeDesc.ofDescriptor(method.descriptor());
      List<String> parameters = new ArrayList<>();
      for (ClassDesc each : type.parameterList()) {
        parameters.add(name(each));
      }
      return new Signature(name(type.returnType()), parameters, method.accessFlags(), false);
    }

    private static String name(ClassDesc type) {
      String descriptor = type.descriptorString().replace('/', '.');
      if (type.isArray()) {
        return Messages.pretty(descriptor);
      }
      return type.isPrimitive()
          ? type.displayName()
          : descriptor.substring(1, descriptor.length() - 1);
    }

    /** The parameters as HotSpot writes them. */
    String abbreviated() {
      var text = new StringBuilder();
      for (String each : parameters) {
        boolean isShort =
            each.startsWith("java.lang.Object") || each.startsWith("java.lang.String");
        int end = each.indexOf('[') < 0 ? each.length() : each.indexOf('[');
        boolean isAbbreviated = isShort && (end == "java.lang.Object".length());
        text.append(text.isEmpty() ? "" : ", ")
            .append(isAbbreviated ? each.substring("java.lang.".length()) : each);
      }
      return text.toString();
    }
  }
}
