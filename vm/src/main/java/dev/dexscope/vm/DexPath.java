package dev.dexscope.vm;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.trace.Method;
import dev.dexscope.vm.interpret.InterpretedMethod;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Interpreted;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.trace.MethodTracing;
import dev.dexscope.vm.translate.ClassTranslator;
import dev.dexscope.vm.translate.Engine;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The dex files of one class loader, in class path order, and what is made of their classes. */
final class DexPath implements GuestCode {
  private final String description;
  private final List<DexFile> files;
  private final List<Path> archives;
  private final ClassLoader parent;
  private final BootLoader boot;
  private final Engine engine;
  private @Nullable ClassTranslator translator;

  /**
   * @param files the dex files
   * @param archives the files on disk that resources are looked for in
   * @param parent the loader whose classes come first
   */
  DexPath(
      String description,
      List<DexFile> files,
      List<Path> archives,
      ClassLoader parent,
      BootLoader boot,
      Engine engine) {
    this.description = description;
    this.files = List.copyOf(files);
    this.archives = List.copyOf(archives);
    this.parent = parent;
    this.boot = boot;
    this.engine = engine;
  }

  /** Made when the first class is translated: not when all come out of the cache. */
  private synchronized ClassTranslator translator() {
    if (translator == null) {
      ClassPath known = ClassPath.ofLoader(boot).withLibraries(filesBefore(parent));
      translator = new ClassTranslator(Verifier.of(known, files), engine);
    }
    return translator;
  }

  /** The dex files of a loader and those above it, as far as they are known. */
  private static List<DexFile> filesBefore(ClassLoader parent) {
    List<DexFile> files = new ArrayList<>();
    for (ClassLoader each = parent; each != null; each = each.getParent()) {
      if (Linkage.code(each) instanceof DexPath path) {
        files.addAll(0, path.files);
      }
    }
    return files;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public byte @Nullable [] classFile(String name) {
    ClassDef classDef = find('L' + name.replace('.', '/') + ';');
    return classDef == null ? null : MethodTracing.atDefinition(translator().translate(classDef));
  }

  @Override
  public Interpreted interpreted(MethodHandles.Lookup lookup, int methodIndex) {
    String descriptor = lookup.lookupClass().descriptorString();
    ClassDef classDef = find(descriptor);
    if (classDef != null) {
      for (EncodedMethod each : classDef.data().methods()) {
        if (each.index() == methodIndex) {
          return InterpretedMethod.link(lookup, translator().source(classDef, each));
        }
      }
    }
    throw new IllegalArgumentException("no method " + methodIndex + " in " + descriptor);
  }

  private @Nullable ClassDef find(String descriptor) {
    for (DexFile dex : files) {
      ClassDef classDef = dex.findClass(descriptor);
      if (classDef != null) {
        return classDef;
      }
    }
    return null;
  }

  @Override
  public @Nullable String accessedField(StackTraceElement frame, String name, boolean reads) {
    ClassDef classDef = find('L' + frame.getClassName().replace('.', '/') + ';');
    return classDef == null ? null : FieldAccesses.find(classDef, frame, name, reads);
  }

  /** The method of a frame, or null when its class is not here. */
  @Nullable Method method(StackTraceElement frame) {
    ClassDef classDef = find('L' + frame.getClassName().replace('.', '/') + ';');
    return classDef == null ? null : FrameMethods.find(classDef, frame);
  }

  @Override
  public List<String> classNames() {
    List<String> names = new ArrayList<>();
    for (DexFile dex : files) {
      for (ClassDef each : dex.classes()) {
        String type = each.type();
        names.add(type.substring(1, type.length() - 1).replace('/', '.'));
      }
    }
    return names;
  }

  @Override
  public List<URL> resources(String name) {
    List<URL> found = new ArrayList<>();
    for (Path archive : archives) {
      URL resource = resource(archive, name);
      if (resource != null) {
        found.add(resource);
      }
    }
    return found;
  }

  private static @Nullable URL resource(Path archive, String name) {
    if (!Files.isRegularFile(archive)) {
      return null;
    }
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      return zip.getEntry(name) == null ? null : entry(archive, name);
    } catch (IOException e) {
      // A dex file, or an archive that is gone: it has no resources.
      return null;
    }
  }

  private static URL entry(Path archive, String name) throws MalformedURLException {
    String path = URI.create("file:///").resolve(name.replace(" ", "%20")).getRawPath();
    return URI.create("jar:" + archive.toUri() + "!" + path).toURL();
  }
}
