package dev.dexscope.vm.code;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.verify.Hierarchy;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Methods of the host's platform that Android has differently, or that only Android has: static
 * methods of the VM's that are called instead, with the receiver as their first argument. One that
 * has a parameter more is given the calling class in it.
 */
public final class Substitutions {
  private static final String TRACES = "Ldev/dexscope/vm/runtime/StackTraces;";
  private static final String PLATFORM = "Ldev/dexscope/vm/runtime/Platform;";
  private static final String CLASS = "Ljava/lang/Class;";
  private static final String STRING = "Ljava/lang/String;";
  private static final String METHOD = "Ljava/lang/reflect/Method;";
  private static final String FIELD = "Ljava/lang/reflect/Field;";
  private static final String END = "Ldev/dexscope/vm/runtime/ProgramEnd;";
  private static final String ARRAY = "Ljava/lang/reflect/Array;";
  private static final String ALLOCATIONS = "Ldev/dexscope/vm/runtime/Allocations;";
  private static final String RUNTIME = "Ljava/lang/Runtime;";
  private static final String THROWABLE = "Ljava/lang/Throwable;";
  private static final String THREAD = "Ljava/lang/Thread;";
  private static final String LOADER = "Ljava/lang/ClassLoader;";
  private static final String ELEMENTS = "[Ljava/lang/StackTraceElement;";

  private static final Map<MethodRef, MethodRef> ALL =
      Map.ofEntries(
          virtual(THROWABLE, "getStackTrace", "()" + ELEMENTS, TRACES),
          virtual(THROWABLE, "printStackTrace", "()V", TRACES),
          virtual(THROWABLE, "printStackTrace", "(Ljava/io/PrintStream;)V", TRACES),
          virtual(THROWABLE, "printStackTrace", "(Ljava/io/PrintWriter;)V", TRACES),
          virtual(THREAD, "getStackTrace", "()" + ELEMENTS, TRACES),
          virtual(THREAD, "start", "()V", "Ldev/dexscope/vm/runtime/ThreadStarts;"),
          statical(THREAD, "getAllStackTraces", "()Ljava/util/Map;", TRACES),
          statical(THREAD, "dumpStack", "()V", TRACES),
          statical(
              LOADER, "getSystemClassLoader", "()" + LOADER, "Ldev/dexscope/vm/runtime/Linkage;"),
          virtual(STRING, "getChars", "(II[CI)V", PLATFORM),
          Map.entry(
              MethodRef.of(CLASS, "forName", "(" + STRING + ")" + CLASS),
              MethodRef.of(PLATFORM, "forName", "(" + STRING + CLASS + ")" + CLASS)),
          statical(CLASS, "forName", "(" + STRING + "Z" + LOADER + ")" + CLASS, PLATFORM),
          virtual(CLASS, "getMethod", "(" + STRING + "[" + CLASS + ")" + METHOD, PLATFORM),
          virtual(CLASS, "getDeclaredMethod", "(" + STRING + "[" + CLASS + ")" + METHOD, PLATFORM),
          virtual(CLASS, "getField", "(" + STRING + ")" + FIELD, PLATFORM),
          virtual(CLASS, "getDeclaredField", "(" + STRING + ")" + FIELD, PLATFORM),
          statical(
              "Ljava/lang/System;",
              "arraycopy",
              "(Ljava/lang/Object;ILjava/lang/Object;II)V",
              PLATFORM),
          statical(ARRAY, "newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;", ALLOCATIONS),
          statical(ARRAY, "newInstance", "(Ljava/lang/Class;[I)Ljava/lang/Object;", ALLOCATIONS),
          statical("Ljava/lang/System;", "exit", "(I)V", END),
          virtual(RUNTIME, "exit", "(I)V", END),
          virtual(RUNTIME, "addShutdownHook", "(Ljava/lang/Thread;)V", END),
          virtual(RUNTIME, "removeShutdownHook", "(Ljava/lang/Thread;)Z", END));

  private static final Set<String> NAMES =
      ALL.keySet().stream().map(MethodRef::name).collect(Collectors.toUnmodifiableSet());

  private Substitutions() {}

  private static Map.Entry<MethodRef, MethodRef> virtual(
      String owner, String name, String descriptor, String substitute) {
    return Map.entry(
        MethodRef.of(owner, name, descriptor),
        MethodRef.of(substitute, name, "(" + owner + descriptor.substring(1)));
  }

  private static Map.Entry<MethodRef, MethodRef> statical(
      String owner, String name, String descriptor, String substitute) {
    return Map.entry(
        MethodRef.of(owner, name, descriptor), MethodRef.of(substitute, name, descriptor));
  }

  /** What is called instead of a method, whatever class names it; null for itself. */
  public static @Nullable MethodRef find(MethodRef method, Hierarchy hierarchy) {
    // The name is asked first, because that is cheap.
    if (!NAMES.contains(method.name())) {
      return null;
    }
    String owner =
        hierarchy.methodOwner(method.definingClass(), method.name() + method.proto().descriptor());
    return ALL.get(owner == null ? method : new MethodRef(owner, method.name(), method.proto()));
  }
}
