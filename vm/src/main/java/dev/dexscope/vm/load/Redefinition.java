package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.vm.debug.NewClassFile;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import dev.dexscope.vm.runtime.HostClasses;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets the classes of one class loader run other code than their files have. */
final class Redefinition {
  private static final MethodType DEFINE =
      MethodType.methodType(Class.class, String.class, byte[].class, int.class, int.class);

  /** Behind the name of a class of the source where D8 has given the name to one of its own. */
  private static final String OF_SOURCE = "$source";

  private final RunningClasses classes;
  private final ClassFiles files;
  private final Consumer<String> forgotten;

  /** The definitions of the classes that have come to those of the files, by their names. */
  private final Map<String, byte[]> added = new ConcurrentHashMap<>();

  /**
   * @param forgotten discards cached data of a class's code, by its descriptor
   */
  Redefinition(RunningClasses classes, ClassFiles files, Consumer<String> forgotten) {
    this.classes = classes;
    this.files = files;
    this.forgotten = forgotten;
  }

  /** Lets a class run other dex code. */
  NewCode replace(String name, byte[] dexFile, NewCode.Kind kind) throws RefusedCodeException {
    String descriptor = RunningClasses.descriptor(name);
    ReplacedCode.Replacement replacement = classes.read(descriptor, dexFile);
    byte[] translated;
    try {
      translated = replacement.translator().translate(replacement.classDef());
    } catch (LinkageError e) {
      throw new RefusedCodeException(RefusedCodeException.Fault.FORMAT, String.valueOf(e));
    }
    return new NewCode(files.atDefinition(name, translated), set(descriptor, kind, replacement));
  }

  /**
   * A class file that is to take the place of a class's dex code.
   *
   * @throws IllegalArgumentException where it is no class file
   */
  NewClassFile fit(String name, byte[] given) {
    ClassDef classDef = classes.named(name);
    byte[] running = classDef == null ? added.get(name) : classes.translate(classDef);
    if (running == null) {
      throw new IllegalArgumentException(name + " is not here");
    }
    byte[] fitted = new GivenClassFile(running, given, classes).fitted();
    Set<String> changed = ChangedMethods.of(running, fitted);
    // An agent may have it from HotSpot, with hooks.
    changed.retainAll(ChangedMethods.of(files.atDefinition(name, running), fitted));
    return new NewClassFile(fitted, changed);
  }

  /** See {@link dev.dexscope.vm.debug.GuestClasses#define}. */
  Class<?> define(ClassLoader loader, String name, byte[] given) {
    byte[] fitted = new GivenClassFile(null, given, classes).fitted();
    byte[] hooked = files.atDefinition(name, fitted);
    try {
      MethodHandle define =
          HostClasses.allRights().findVirtual(ClassLoader.class, "defineClass", DEFINE);
      var defined = (Class<?>) define.invokeExact(loader, name, hooked, 0, hooked.length);
      added.put(name, fitted);
      return defined;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** See {@link dev.dexscope.vm.debug.GuestClasses#besideD8}. */
  Map<String, byte[]> besideD8(Map<String, byte[]> files) {
    Map<String, String> names = new HashMap<>();
    for (String each : files.keySet()) {
      if (isOfD8(each)) {
        names.put(RunningClasses.descriptor(each), RunningClasses.descriptor(each + OF_SOURCE));
      }
    }
    Map<String, byte[]> renamed = new TreeMap<>();
    files.forEach((name, file) ->
        renamed.put(
            isOfD8(name) ? name + OF_SOURCE : name,
            names.isEmpty() ? file : ConstantNames.renamed(file, names)));
    return renamed;
  }

  /** Whether a class is none of the source's. */
  private boolean isOfD8(String name) {
    ClassDef classDef = classes.named(name);
    String source = classDef == null ? null : classDef.sourceFile();
    return source != null && source.contains("8$$Synthetic");
  }

  /**
   * Lets a class run its definition again.
   *
   * @return undoes it
   */
  Runnable withoutTransformation(String name) {
    return set(RunningClasses.descriptor(name), NewCode.Kind.TRANSFORMATION, null);
  }

  private Runnable set(
      String descriptor, NewCode.Kind kind, ReplacedCode.@Nullable Replacement replacement) {
    ReplacedCode.Replacement before = classes.set(descriptor, kind, replacement);
    if (before == null && replacement == null) {
      return () -> {}; // Nothing has changed, and what is known stays.
    }
    forgotten.accept(descriptor);
    return () -> {
      classes.set(descriptor, kind, before);
      forgotten.accept(descriptor);
    };
  }
}
