package dev.dexscope.dex.verify.link;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_NATIVE;

import dev.dexscope.dex.JavaName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Loads and links classes as the application's class loader sees them: the boot class path first,
 * then the application. The rules are those of ART's class linker; a class that breaks one has a
 * {@link LoadError} and counts as missing for all others. Thread-safe.
 */
public final class Linker {
  /** Deeper than any program; keeps files made to be slow from being slow. */
  private static final int MAX_DEPTH = 1_000;

  private static final int MAX_INTERFACES = 2_000;
  private static final LoadError TOO_DEEP =
      new LoadError("java.lang.LinkageError", "class hierarchy is too deep");

  private final Environment environment;
  private final ClassSource app;
  private final Map<String, Object> loaded = new ConcurrentHashMap<>();

  /** The stand-ins for missing supertypes, by descriptor. */
  private final Map<String, Klass> guesses = new HashMap<>();

  private final AtomicInteger openClasses = new AtomicInteger();
  private int nextIndex;
  private final Klass object;
  private final Klass[] arrayInterfaces;

  /** A class being loaded, and the classes that it still requires. */
  private record Pending(ClassDefinition definition, boolean boot, List<String> needs) {
    static Pending of(ClassDefinition definition, boolean boot) {
      List<String> needs = new ArrayList<>();
      if (definition.superclass() != null) {
        needs.add(definition.superclass());
      }
      needs.addAll(definition.interfaces());
      return new Pending(definition, boot, needs);
    }
  }

  public Linker(Environment environment, ClassSource app) {
    this.environment = environment;
    this.app = app;
    for (String primitive : List.of("Z", "B", "S", "C", "I", "J", "F", "D")) {
      loaded.put(primitive, Klass.primitive(nextIndex++, primitive));
    }
    this.object = required("Ljava/lang/Object;");
    this.arrayInterfaces =
        new Klass[] {required("Ljava/lang/Cloneable;"), required("Ljava/io/Serializable;")};
  }

  private Klass required(String descriptor) {
    if (load(descriptor) instanceof Klass klass) {
      return klass;
    }
    throw new IllegalArgumentException("the boot class path lacks " + JavaName.of(descriptor));
  }

  public boolean isGuessed() {
    return environment.isGuessed();
  }

  /** Returns how many of the application's classes have supertypes that are not known. */
  public int openClasses() {
    return openClasses.get();
  }

  public boolean hasWholePlatform() {
    return environment.isWhole();
  }

  public Klass object() {
    return object;
  }

  /** The class, or null when it cannot be loaded. */
  public @Nullable Klass find(String descriptor) {
    return load(descriptor) instanceof Klass klass ? klass : null;
  }

  /** A {@link Klass} or a {@link LoadError}. */
  public Object load(String descriptor) {
    Object known = loaded.get(descriptor);
    return known != null ? known : loadNew(descriptor);
  }

  Klass arrayOf(Klass component) {
    String descriptor = '[' + component.descriptor;
    Object known = loaded.get(descriptor);
    return known instanceof Klass array ? array : newArray(descriptor, component);
  }

  private synchronized Klass newArray(String descriptor, Klass component) {
    if (loaded.get(descriptor) instanceof Klass array) {
      return array;
    }
    Klass array = Klass.array(nextIndex++, component, object, arrayInterfaces);
    loaded.put(descriptor, array);
    return array;
  }

  private synchronized Object loadNew(String descriptor) {
    int dimensions = 0;
    while (dimensions < descriptor.length() && descriptor.charAt(dimensions) == '[') {
      dimensions++;
    }
    Object element = loadElement(descriptor.substring(dimensions));
    if (dimensions == 0) {
      return element;
    }
    if (dimensions > 255 || !(element instanceof Klass klass)) {
      LoadError error = missing(descriptor);
      loaded.put(descriptor, error);
      return error;
    }
    for (int i = 0; i < dimensions; i++) {
      klass = arrayOf(klass);
    }
    return klass;
  }

  /**
   * Loads the classes that the class needs before itself, without recursion: hierarchies may be
   * hostile.
   */
  private Object loadElement(String descriptor) {
    Deque<Pending> stack = new ArrayDeque<>();
    Set<String> inProgress = new HashSet<>();
    push(descriptor, stack, inProgress);
    while (!stack.isEmpty()) {
      Pending top = stack.peek();
      String need = firstUnloaded(top);
      if (need == null) {
        stack.pop();
        loaded.put(top.definition().descriptor(), link(top));
      } else if (inProgress.contains(need)) {
        loaded.put(need, circular(need));
      } else if (stack.size() >= MAX_DEPTH) {
        loaded.put(need, TOO_DEEP);
      } else {
        push(need, stack, inProgress);
      }
    }
    return java.util.Objects.requireNonNull(loaded.get(descriptor));
  }

  private static LoadError circular(String descriptor) {
    return new LoadError("java.lang.ClassCircularityError", JavaName.of(descriptor));
  }

  private void push(String descriptor, Deque<Pending> stack, Set<String> inProgress) {
    if (loaded.containsKey(descriptor)) {
      return;
    }
    if (descriptor.startsWith("[")) {
      Object array = loadNew(descriptor);
      loaded.putIfAbsent(descriptor, array);
      return;
    }
    ClassDefinition definition = environment.findBoot(descriptor);
    boolean fromBoot = definition != null;
    if (definition == null) {
      definition = app.find(descriptor);
    }
    if (definition == null) {
      definition = environment.findLibrary(descriptor);
    }
    if (definition == null) {
      loaded.put(descriptor, missing(descriptor));
      return;
    }
    stack.push(Pending.of(definition, fromBoot));
    inProgress.add(descriptor);
  }

  private @Nullable String firstUnloaded(Pending pending) {
    for (String need : pending.needs()) {
      if (!loaded.containsKey(need)) {
        return need;
      }
    }
    return null;
  }

  private static LoadError missing(String descriptor) {
    return new LoadError(
        "java.lang.NoClassDefFoundError", "class not found: " + JavaName.of(descriptor));
  }

  private Object link(Pending pending) {
    ClassDefinition definition = pending.definition();
    if (loaded.get(definition.descriptor()) instanceof LoadError circular) {
      return circular;
    }
    Klass superclass = null;
    Klass[] interfaces = new Klass[definition.interfaces().size()];
    for (int i = 0; i < pending.needs().size(); i++) {
      String need = pending.needs().get(i);
      boolean isSuperclass = i == 0 && definition.superclass() != null;
      Object needed = loaded.get(need);
      if (environment.isGuessed() && needed instanceof LoadError error && error.isMissing()) {
        needed = guess(need, isSuperclass);
      }
      if (!(needed instanceof Klass klass)) {
        return java.util.Objects.requireNonNull(needed);
      }
      if (isSuperclass) {
        superclass = klass;
      } else {
        interfaces[i - (definition.superclass() == null ? 0 : 1)] = klass;
      }
    }
    if (superclass != null && superclass.depth() >= MAX_DEPTH) {
      return TOO_DEEP;
    }
    Klass[] table = interfaceTable(superclass, interfaces);
    if (table.length > MAX_INTERFACES) {
      return new LoadError("java.lang.LinkageError", "too many interfaces");
    }
    Klass klass =
        Klass.defined(nextIndex++, definition, pending.boot(), superclass, interfaces, table);
    LoadError error = check(klass);
    if (error == null && klass.isOpen() && !klass.boot) {
      openClasses.incrementAndGet();
    }
    return error == null ? klass : error;
  }

  /** A class of which only the name is known, and whether it is an interface. */
  private Klass guess(String descriptor, boolean isSuperclass) {
    return guesses.computeIfAbsent(
        isSuperclass ? descriptor : "interface " + descriptor,
        _ -> Klass.guessed(nextIndex++, descriptor, !isSuperclass, object));
  }

  private static Klass[] interfaceTable(@Nullable Klass superclass, Klass[] interfaces) {
    if (interfaces.length == 0) {
      return superclass == null ? interfaces : superclass.interfaceTable;
    }
    Set<Klass> table = new LinkedHashSet<>();
    if (superclass != null) {
      table.addAll(List.of(superclass.interfaceTable));
    }
    for (Klass each : interfaces) {
      if (table.size() > MAX_INTERFACES) {
        break;
      }
      table.addAll(List.of(each.interfaceTable));
      table.add(each);
    }
    return table.toArray(Klass[]::new);
  }

  private @Nullable LoadError check(Klass klass) {
    LoadError error = checkSupertypes(klass);
    // The platform's own classes are taken to be right.
    return error != null || klass.boot ? error : checkMethods(klass);
  }

  private @Nullable LoadError checkSupertypes(Klass klass) {
    Klass superclass = klass.superclass;
    if (superclass == null) {
      return klass.descriptor.equals("Ljava/lang/Object;")
          ? null
          : new LoadError("java.lang.LinkageError", "no superclass defined for class " + klass);
    }
    if (!klass.canAccess(superclass)) {
      return new LoadError(
          "java.lang.IllegalAccessError",
          "class " + superclass + " extended by class " + klass + " is inaccessible");
    }
    for (Klass each : klass.interfaces) {
      if (!klass.canAccess(each)) {
        return new LoadError(
            "java.lang.IllegalAccessError",
            "interface " + each + " implemented by class " + klass + " is inaccessible");
      }
    }
    if (klass.isInterface() && !superclass.isObject()) {
      return new LoadError(
          "java.lang.ClassFormatError", "interface " + klass + " must extend java.lang.Object");
    }
    if (superclass.isFinal()) {
      return new LoadError(
          "java.lang.VerifyError", "superclass " + superclass + " of " + klass + " is final");
    }
    if (superclass.isInterface()) {
      return new LoadError(
          "java.lang.IncompatibleClassChangeError",
          "superclass " + superclass + " of " + klass + " is an interface");
    }
    if (!klass.boot && superclass.descriptor.equals("Ljava/lang/ref/Reference;")) {
      return new LoadError(
          "java.lang.LinkageError", klass + " may not extend java.lang.ref.Reference directly");
    }
    for (Klass each : klass.interfaces) {
      if (!each.isInterface()) {
        return new LoadError(
            "java.lang.IncompatibleClassChangeError",
            "class " + klass + " implements non-interface class " + each);
      }
    }
    return null;
  }

  private @Nullable LoadError checkMethods(Klass klass) {
    for (Map.Entry<String, LinkedMethod> entry : klass.methods().entrySet()) {
      LinkedMethod method = entry.getValue();
      if (method.isDirect()) {
        continue;
      }
      LoadError error =
          klass.isInterface()
              ? checkInterfaceMethod(klass, method)
              : checkOverride(klass, entry.getKey(), method);
      if (error != null) {
        return error;
      }
    }
    return klass.isInterface() || !environment.requiresPublicImplementations()
        ? null
        : checkImplementations(klass);
  }

  private static @Nullable LoadError checkInterfaceMethod(Klass klass, LinkedMethod method) {
    return (method.flags() & (ACC_NATIVE | ACC_ABSTRACT)) == ACC_NATIVE
        ? new LoadError("java.lang.ClassFormatError", klass + " has a native default " + method)
        : null;
  }

  private static @Nullable LoadError checkOverride(Klass klass, String key, LinkedMethod method) {
    for (Klass k = klass.superclass; k != null; k = k.superclass) {
      LinkedMethod overridden = k.methods().get(key);
      if (overridden == null
          || overridden.isDirect()
          || !klass.canAccessMember(k, overridden.flags())) {
        continue;
      }
      return (overridden.flags() & ACC_FINAL) == 0
          ? null
          : new LoadError(
              "java.lang.LinkageError", "method " + method + " overrides final method in " + k);
    }
    return null;
  }

  /** A concrete method that implements an interface's must be public. */
  private static @Nullable LoadError checkImplementations(Klass klass) {
    int inherited = klass.superclass == null ? 0 : klass.superclass.interfaceTable.length;
    for (int i = 0; i < klass.interfaceTable.length; i++) {
      for (Map.Entry<String, LinkedMethod> entry : klass.interfaceTable[i].methods().entrySet()) {
        if (entry.getValue().isDirect()) {
          continue;
        }
        // What the superclass implements has been checked there.
        LinkedMethod implementation =
            i < inherited
                ? klass.methods().get(entry.getKey())
                : findVirtual(klass, entry.getKey());
        if (implementation != null
            && !implementation.isDirect()
            && !implementation.isAbstract()
            && !implementation.isPublic()) {
          return new LoadError(
              "java.lang.IllegalAccessError",
              "method " + implementation + " implementing " + entry.getValue() + " is not public");
        }
      }
    }
    return null;
  }

  private static @Nullable LinkedMethod findVirtual(Klass klass, String key) {
    for (Klass k = klass; k != null; k = k.superclass) {
      LinkedMethod method = k.methods().get(key);
      if (method != null && !method.isDirect()) {
        return method;
      }
    }
    return null;
  }
}
