package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.vm.code.MappedClass;
import dev.dexscope.vm.code.MethodSource;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import dev.dexscope.vm.translate.ClassTranslator;
import java.lang.classfile.ClassFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one class loader as they run: as its files have them, or as they have been
 * replaced; with what translates them.
 */
final class RunningClasses {
  private final DexFiles files;

  /** Those whose classes these see, the first ones first. */
  private final List<RunningClasses> before;

  private final Translations translations;
  private final ReplacedCode replaced = new ReplacedCode();
  private @Nullable Verifier verifier;
  private @Nullable ClassTranslator translator;

  RunningClasses(DexFiles files, List<RunningClasses> before, Translations translations) {
    this.files = files;
    this.before = before;
    this.translations = translations;
  }

  /** The descriptor of a class that {@link Class#getName} names. */
  static String descriptor(String name) {
    return 'L' + name.replace('.', '/') + ';';
  }

  /** A class as it runs, by its descriptor; null when it is not here. */
  @Nullable ClassDef find(String descriptor) {
    ReplacedCode.Replacement replacement = replaced.find(descriptor);
    return replacement == null ? files.find(descriptor) : replacement.classDef();
  }

  /** The same by its name. */
  @Nullable ClassDef named(String name) {
    return find(descriptor(name));
  }

  /** Made when the first class is translated: not when all come out of the cache. */
  private synchronized ClassTranslator translator() {
    if (translator == null) {
      translator = translations.translator(verifier());
    }
    return translator;
  }

  private synchronized Verifier verifier() {
    if (verifier == null) {
      verifier = Verifier.of(classPath(), files.all());
    }
    return verifier;
  }

  /** Returns what class files have because of subclasses, by the classes' descriptors. */
  Map<String, String> becauseOfSubclasses() {
    return ClassTranslator.becauseOfSubclasses(verifier());
  }

  /** Returns the translator that uses the running code of a class. */
  private ClassTranslator translator(ClassDef running) {
    ReplacedCode.Replacement replacement = replaced.find(running.type());
    return replacement == null ? translator() : replacement.translator();
  }

  private ClassPath classPath() {
    List<DexFile> libraries = new ArrayList<>();
    for (RunningClasses each : before) {
      libraries.addAll(each.files.all());
    }
    return ClassPath.ofLoader(translations.seenLoader(this::has))
        .withLevel(translations.level())
        .withLibraries(libraries);
  }

  /** Returns whether a class file is of a class that is here or in the libraries. */
  private boolean has(String classFile) {
    int end = classFile.length() - ".class".length();
    String descriptor = 'L' + classFile.substring(0, Math.max(0, end)) + ';';
    return find(descriptor) != null
        || before.stream().anyMatch(each -> each.find(descriptor) != null);
  }

  /** The class file of a class as its file has it; null when no file has it. */
  byte @Nullable [] translateDefined(String name) {
    ClassDef classDef = files.find(descriptor(name));
    return classDef == null ? null : translator().translate(classDef);
  }

  /** The class file of a class as it runs. */
  byte[] translate(ClassDef running) {
    return translator(running).translate(running);
  }

  /** The same with where its code is. */
  MappedClass map(ClassDef running) {
    return translator(running).map(running);
  }

  /** A verified method of a class. */
  MethodSource source(ClassDef running, EncodedMethod method) {
    return translator(running).source(running, method);
  }

  /** Returns the hierarchy and declarations of the classes. */
  Hierarchy hierarchy() {
    return translator().hierarchy();
  }

  /** Makes class files of code that uses the classes. */
  ClassFile classFile() {
    return translator().classFile();
  }

  /** Reads the code that is to take the place of a class's, and verifies it among the others. */
  ReplacedCode.Replacement read(String descriptor, byte[] dexFile) throws RefusedCodeException {
    return replaced.read(descriptor, dexFile, classPath(), files.all(), translations::translator);
  }

  /** Sets the code of a class, or null for its original code; returns the previous one. */
  ReplacedCode.@Nullable Replacement set(
      String descriptor, NewCode.Kind kind, ReplacedCode.@Nullable Replacement replacement) {
    return replaced.set(descriptor, kind, replacement);
  }
}
