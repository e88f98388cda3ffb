package dev.dexscope.agents;

import dev.dexscope.agents.SwappedClass.Outcome;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.GuestClasses;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lets the program that runs have other versions of its classes, and new ones beside them. */
final class ProgramSwap {
  private final Instrumentation host;
  private final ClassLoader loader;
  private final GuestClasses classes;
  private final List<SwappedClass> done = new ArrayList<>();

  ProgramSwap(Instrumentation host, ClassLoader loader, GuestClasses classes) {
    this.host = host;
    this.loader = loader;
    this.classes = classes;
  }

  /**
   * Swaps classes, all at once where HotSpot takes them all, else those that it takes; for one use.
   *
   * @param given class files by the names of their classes
   */
  List<SwappedClass> swap(Map<String, byte[]> given) {
    Map<String, byte[]> files = classes.besideD8(given);
    Map<String, byte[]> added = new TreeMap<>(files);
    List<ClassDefinition> definitions = new ArrayList<>();
    for (Class<?> each : loaded(files)) {
      definitions.add(new ClassDefinition(each, files.get(each.getName())));
      added.remove(each.getName());
    }
    while (!added.isEmpty()) {
      add(added.keySet().iterator().next(), added);
    }
    swap(definitions);
    return done;
  }

  /** The program's classes of these names; those of its files are loaded for it. */
  private List<Class<?>> loaded(Map<String, byte[]> files) {
    for (String each : classes.classNames()) {
      if (files.containsKey(each)) {
        try {
          Class.forName(each, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
          done.add(new SwappedClass(Outcome.REFUSED, each, e.toString()));
        }
      }
    }
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> each : host.getAllLoadedClasses()) {
      if (files.containsKey(each.getName()) && Vm.isGuest(each.getClassLoader())) {
        loaded.add(each);
      }
    }
    return loaded;
  }

  /** Defines a class, behind those of the new ones that it extends. */
  private void add(String name, Map<String, byte[]> left) {
    byte[] file = left.remove(name);
    if (file == null) {
      return;
    }
    try {
      ClassModel model = ClassFile.of().parse(file);
      model.superclass().ifPresent(each -> add(name(each), left));
      model.interfaces().forEach(each -> add(name(each), left));
      classes.define(loader, name, file);
      done.add(new SwappedClass(Outcome.ADDED, name));
    } catch (LinkageError | RuntimeException e) {
      done.add(new SwappedClass(Outcome.REFUSED, name, e.toString()));
    }
  }

  private static String name(ClassEntry type) {
    return type.asInternalName().replace('/', '.');
  }

  private void swap(List<ClassDefinition> definitions) {
    try {
      new ClassSwap(host).redefine(definitions.toArray(new ClassDefinition[0]));
      for (ClassDefinition each : definitions) {
        done.add(new SwappedClass(Outcome.SWAPPED, each.getDefinitionClass().getName()));
      }
    } catch (ClassNotFoundException
        | UnmodifiableClassException
        | LinkageError
        | RuntimeException e) {
      if (definitions.size() == 1) {
        String name = definitions.getFirst().getDefinitionClass().getName();
        done.add(new SwappedClass(Outcome.REFUSED, name, words(e)));
      } else {
        definitions.forEach(each -> swap(List.of(each))); // HotSpot does not name the class.
      }
    }
  }

  private static String words(Throwable refused) {
    return refused instanceof UnsupportedOperationException && refused.getMessage() != null
        ? refused.getMessage()
        : refused.toString();
  }
}
