package dev.dexscope.vm.debug;

import dev.dexscope.vm.instrument.HookHandlers;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.ExceptionCatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exception handlers of a method, by addresses in its JVM code. Hooks catch the exceptions that
 * their methods do not, report them, and rethrow them.
 *
 * <pre>{@code
 * int handler = map.handlers().find(frame.bci(), exception.getClass());
 * }</pre>
 */
public final class Handlers {
  /** Of a method that catches nothing. */
  public static final Handlers NONE = new Handlers(List.of(), Integer.MAX_VALUE);

  /**
   * One of the method's own.
   *
   * @param type the name of the class that it catches; null for all
   */
  private record Handler(int start, int end, int at, @Nullable String type) {
    boolean isFor(int bci, Class<?> thrown) {
      return start <= bci && bci < end && (type == null || isOne(thrown, type));
    }

    /** Without loading the caught class: a missing class catches nothing. */
    private static boolean isOne(Class<?> thrown, String name) {
      for (Class<?> each = thrown; each != null; each = each.getSuperclass()) {
        if (each.getName().equals(name)) {
          return true;
        }
      }
      return false;
    }
  }

  private final List<Handler> handlers;

  /** The start of the handlers of hooks, which follow all other code. */
  private final int hooks;

  private Handlers(List<Handler> handlers, int hooks) {
    this.handlers = handlers;
    this.hooks = hooks;
  }

  /** Those of a class's methods, by name and descriptor. */
  public static Map<String, Handlers> ofClass(byte[] file) {
    Map<String, Handlers> all = new HashMap<>();
    ClassModel model = ClassFile.of().parse(file);
    for (MethodModel method : model.methods()) {
      all.put(
          method.methodName().stringValue() + method.methodType().stringValue(), of(model, method));
    }
    return all;
  }

  static Handlers of(ClassModel model, MethodModel method) {
    CodeModel code = method.code().orElse(null);
    if (!(code instanceof CodeAttribute attribute) || code.exceptionHandlers().isEmpty()) {
      return NONE;
    }
    byte[] bytes = attribute.codeArray();
    List<Handler> own = new ArrayList<>();
    int hooks = Integer.MAX_VALUE;
    for (ExceptionCatch each : code.exceptionHandlers()) {
      int at = attribute.labelToBci(each.handler());
      if (HookHandlers.isOne(model, bytes, at)) {
        hooks = Math.min(hooks, at);
      } else {
        own.add(
            new Handler(
                attribute.labelToBci(each.tryStart()),
                attribute.labelToBci(each.tryEnd()),
                at,
                each.catchType()
                    .map(type -> type.asInternalName().replace('/', '.'))
                    .orElse(null)));
      }
    }
    return new Handlers(List.copyOf(own), hooks);
  }

  /** Returns whether hooks rethrow at a place. */
  public boolean isOfHooks(int bci) {
    return bci >= hooks;
  }

  /**
   * Returns where an exception is caught that is thrown at an address; {@link CodeMap#NONE} where
   * it is not, or by hooks only.
   */
  public int find(int bci, Class<?> thrown) {
    for (Handler each : handlers) {
      if (each.isFor(bci, thrown)) {
        return each.at;
      }
    }
    return CodeMap.NONE;
  }
}
