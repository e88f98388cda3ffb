package dev.dexscope.dex.verify;

import dev.dexscope.dex.DexFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the verifier knows besides the code that it verifies: the platform's classes and libraries.
 * Classes are read when they are first asked for, and only their headers.
 *
 * <pre>{@code
 * ClassPath path = ClassPath.ofHostJdk();              // java.* only: android.* does not resolve
 * ClassPath path = ClassPath.ofClassFiles(androidJar); // the platform that the app was built for
 * }</pre>
 */
public final class ClassPath {
  private static final String OBJECT = "Ljava/lang/Object;";

  private final List<ClassSource> boot;
  private final List<ClassSource> libraries;
  private final Knowledge knowledge;

  /** How much of the platform is known. */
  private enum Knowledge {
    WHOLE,
    /** Classes are missing for certain: what returns one of them may be right. */
    PARTLY,
    /** As for a compiler without the platform: what is missing is taken for right. */
    GUESSED
  }

  private ClassPath(List<ClassSource> boot, List<ClassSource> libraries, Knowledge knowledge) {
    this.boot = List.copyOf(boot);
    this.libraries = List.copyOf(libraries);
    this.knowledge = knowledge;
  }

  /**
   * False when classes of the platform are missing for certain. What returns one of them is then
   * given the benefit of the doubt, as ART gives it to what targets API level 29 or below.
   */
  boolean isWhole() {
    return knowledge == Knowledge.WHOLE;
  }

  /** Whether classes that are missing are taken to be what the code wants of them. */
  boolean isGuessed() {
    return knowledge == Knowledge.GUESSED;
  }

  /** The Java classes of the JDK that runs this program, no Android ones. */
  public static ClassPath ofHostJdk() {
    return new ClassPath(List.of(new JdkSource()), List.of(), Knowledge.PARTLY);
  }

  /**
   * The Java classes of the JDK that runs this program, and any other class as code wants it to be:
   * what a compiler says that does not have the platform. Classes that extend unknown ones are
   * verified too, and what depends on unknown ones is a failure but ends nothing.
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

  /** The same platform, with classes of other dex files that are loaded before and not verified. */
  public ClassPath withLibraries(List<DexFile> files) {
    List<ClassSource> all = new ArrayList<>(libraries);
    all.add(new DexSource(files));
    return new ClassPath(boot, all, knowledge);
  }

  /**
   * The platform as jars of class files: an SDK's {@code android.jar}. Where they lack the core
   * classes the host JDK stands in.
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
    if (find(sources, OBJECT) == null) {
      all.add(new JdkSource());
    }
    return new ClassPath(all, List.of(), Knowledge.WHOLE);
  }

  /**
   * The same platform, with dex files and archives of them that are loaded together with the code
   * that is verified, but not verified themselves.
   */
  public ClassPath withLibraries(Path... files) throws IOException {
    List<ClassSource> all = new ArrayList<>(libraries);
    for (Path file : files) {
      all.add(new DexSource(DexFile.open(file)));
    }
    return new ClassPath(boot, all, knowledge);
  }

  private static @Nullable ClassDefinition find(List<ClassSource> sources, String descriptor) {
    for (ClassSource source : sources) {
      ClassDefinition definition = source.find(descriptor);
      if (definition != null) {
        return definition;
      }
    }
    return null;
  }

  @Nullable ClassDefinition findBoot(String descriptor) {
    return find(boot, descriptor);
  }

  @Nullable ClassDefinition findLibrary(String descriptor) {
    return find(libraries, descriptor);
  }
}
