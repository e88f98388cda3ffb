package dev.dexscope.dex.verify;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.NoCodeException;
import dev.dexscope.dex.verify.link.ClassDefinition;
import dev.dexscope.dex.verify.link.ClassSource;
import dev.dexscope.dex.verify.link.DexSource;
import dev.dexscope.dex.verify.link.Environment;
import dev.dexscope.dex.verify.link.Environment.Knowledge;
import dev.dexscope.dex.verify.link.JarSource;
import dev.dexscope.dex.verify.link.JdkSource;
import dev.dexscope.dex.verify.link.LoaderSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The classes that the verifier resolves besides the code that it verifies: the platform's and
 * libraries. Classes are read on demand, and only their headers.
 *
 * <pre>{@code
 * ClassPath path = ClassPath.ofHostJdk();              // java.* only: android.* does not resolve
 * ClassPath path = ClassPath.ofClassFiles(androidJar); // the platform that the app was built for
 * }</pre>
 */
public final class ClassPath {
  private static final String OBJECT = "Ljava/lang/Object;";

  private final Environment environment;

  private ClassPath(List<ClassSource> boot, List<ClassSource> libraries, Knowledge knowledge) {
    this(new Environment(boot, libraries, knowledge, Environment.ART_11));
  }

  private ClassPath(Environment environment) {
    this.environment = environment;
  }

  /**
   * A class of the platform as those see it that extend it.
   *
   * @param parents its superclass and interfaces, by their descriptors
   * @param virtualMethods what subclasses may override, by name and descriptor
   */
  public record Outline(List<String> parents, List<String> virtualMethods) {}

  Environment environment() {
    return environment;
  }

  /**
   * Returns a class of the platform by its descriptor; null if the platform does not contain it, or
   * is unknown.
   */
  public @Nullable Outline outline(String descriptor) {
    ClassDefinition definition = environment.findBoot(descriptor);
    if (definition == null) {
      return null;
    }
    List<String> parents = new ArrayList<>(definition.interfaces());
    String superclass = definition.superclass();
    if (superclass != null) {
      parents.add(superclass);
    }
    int never = AccessFlags.STATIC | AccessFlags.PRIVATE | AccessFlags.CONSTRUCTOR;
    List<String> methods = new ArrayList<>();
    for (ClassDefinition.Member each : definition.methods()) {
      if ((each.flags() & never) == 0 && !each.name().startsWith("<")) {
        methods.add(each.name() + each.descriptor());
      }
    }
    return new Outline(parents, methods);
  }

  /** The Java classes of the JDK that runs this program, no Android ones. */
  public static ClassPath ofHostJdk() {
    return new ClassPath(List.of(new JdkSource()), List.of(), Knowledge.PARTLY);
  }

  /**
   * The Java classes of the JDK that runs this program, and any other class as code expects it to
   * be, as for a compiler without the platform. Classes that extend unknown ones are verified too;
   * a dependency on an unknown class is a failure, but verification continues.
   */
  public static ClassPath ofUnknownPlatform() {
    return new ClassPath(List.of(new JdkSource()), List.of(), Knowledge.GUESSED);
  }

  /**
   * The platform as a class loader of this program sees it, read from its class files: what an
   * embedded virtual machine runs code on.
   */
  public static ClassPath ofLoader(ClassLoader loader) {
    return new ClassPath(List.of(new LoaderSource(loader)), List.of(), Knowledge.WHOLE);
  }

  /** The same platform, with the rules of the runtime of an API level. */
  public ClassPath withLevel(int level) {
    return new ClassPath(
        new Environment(
            environment.boot(), environment.libraries(), environment.knowledge(), level));
  }

  /** The same platform, with classes of other dex files that are loaded before and not verified. */
  public ClassPath withLibraries(List<DexFile> files) {
    List<ClassSource> all = new ArrayList<>(environment.libraries());
    all.add(new DexSource(files));
    return new ClassPath(
        new Environment(environment.boot(), all, environment.knowledge(), environment.level()));
  }

  /**
   * The platform as jars of class files: an SDK's {@code android.jar}. If they lack the core
   * classes, those of the host JDK are used.
   *
   * @throws IOException if it cannot be read
   */
  public static ClassPath ofClassFiles(Path... jars) throws IOException {
    List<ClassSource> sources = new ArrayList<>();
    for (Path jar : jars) {
      sources.add(new JarSource(jar));
    }
    return withObject(sources);
  }

  static ClassPath ofDexFiles(List<DexFile> files) {
    return withObject(List.of(new DexSource(files)));
  }

  private static ClassPath withObject(List<ClassSource> sources) {
    List<ClassSource> all = new ArrayList<>(sources);
    if (sources.stream().allMatch(each -> each.find(OBJECT) == null)) {
      all.add(new JdkSource());
    }
    return new ClassPath(all, List.of(), Knowledge.WHOLE);
  }

  /**
   * The same platform, with dex files and archives of them that are loaded together with the code
   * that is verified, but not verified themselves. Archives without code are passed over.
   *
   * @throws IOException if it cannot be read
   */
  public ClassPath withLibraries(Path... files) throws IOException {
    List<ClassSource> all = new ArrayList<>(environment.libraries());
    for (Path file : files) {
      try {
        all.add(new DexSource(DexFile.open(file)));
      } catch (NoCodeException e) {
        // It is on the class path for its resources.
      }
    }
    return new ClassPath(environment.boot(), all, environment.knowledge());
  }
}
