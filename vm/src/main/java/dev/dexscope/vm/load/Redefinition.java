package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.vm.debug.NewClassFile;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets the classes of one class loader run other code than their files have. */
final class Redefinition {
  private final RunningClasses classes;
  private final ClassFiles files;
  private final Consumer<String> forgotten;

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
    if (classDef == null) {
      throw new IllegalArgumentException(name + " is not here");
    }
    byte[] running = classes.translate(classDef);
    byte[] fitted = new GivenClassFile(running, given, classes).fitted();
    Set<String> changed = ChangedMethods.of(running, fitted);
    // An agent may have it from HotSpot, with hooks.
    changed.retainAll(ChangedMethods.of(files.atDefinition(name, running), fitted));
    return new NewClassFile(fitted, changed);
  }

  /**
   * A class file of a class that is to come to the others.
   *
   * @throws IllegalArgumentException where it is no class file
   */
  byte[] added(byte[] given) {
    return new GivenClassFile(null, given, classes).fitted();
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
