package dev.dexscope.vm.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The platform as guest code sees it: the JDK's classes, then those of an ordered list of parts;
 * the first part that has a class provides it. Other classes of this program are not visible
 * through it.
 *
 * <p>The list is {@link PlatformPart#CORE}, {@link PlatformPart#ANDROID}. A whole framework
 * replaces both except for {@link PlatformPart#LOADING}; parts of the core library that it lacks
 * are ours.
 */
public final class PlatformLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String CLASS = ".class";
  private static final String OWN = "dev.dexscope.";

  private final List<PlatformPart> parts;

  /** Whether programs see only what Android has of the JDK. */
  private final boolean isAndroids;

  PlatformLoader(List<PlatformPart> parts, boolean isAndroids) {
    super("boot", ClassLoader.getPlatformClassLoader());
    this.parts = List.copyOf(parts);
    this.isAndroids = isAndroids;
  }

  /** The platform without a framework. */
  static PlatformLoader withoutFramework() {
    return new PlatformLoader(List.of(PlatformPart.CORE, PlatformPart.ANDROID), false);
  }

  /** The platform with a framework. */
  static PlatformLoader with(PlatformPart framework) {
    return new PlatformLoader(List.of(PlatformPart.LOADING, framework, PlatformPart.CORE), true);
  }

  /** Returns whether programs see a class that a loader has loaded. */
  boolean shows(ClassLoader loader, String name) {
    String path = name.replace('.', '/');
    for (PlatformPart part : parts) {
      if (part.shows(path)) {
        return part.loader().equals(loader);
      }
    }
    return loader.equals(this);
  }

  /**
   * On the module path the JDK's loaders find the classes of all modules, ours too: a program that
   * was injected would call the host's run time instead of its own.
   */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (isAndroids && AbsentPackages.has(name)) {
      throw new ClassNotFoundException(name);
    }
    return name.startsWith(OWN) ? findClass(name) : super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (PlatformExtras.has(name)) {
      return PlatformExtras.define(name);
    }
    String path = name.replace('.', '/');
    for (PlatformPart part : parts) {
      if (part.shows(path)) {
        try {
          return part.loader().loadClass(name);
        } catch (ClassNotFoundException e) {
          // Another part may have it.
        }
      }
    }
    throw new ClassNotFoundException(name);
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    if (name.startsWith("java/lang/") && name.endsWith(CLASS)) {
      String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
      if (PlatformExtras.has(type)) {
        return new ByteArrayInputStream(PlatformExtras.classFile(type));
      }
    }
    return super.getResourceAsStream(name);
  }

  /** Class files only, for the verifier. */
  @Override
  protected @Nullable URL findResource(String name) {
    if (name.endsWith(CLASS)) {
      for (PlatformPart part : parts) {
        URL found = part.shows(name) ? part.loader().getResource(name) : null;
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    URL resource = findResource(name);
    return resource == null
        ? Collections.emptyEnumeration()
        : Collections.enumeration(List.of(resource));
  }

  /** As Android's prints itself. */
  @Override
  public String toString() {
    return "java.lang.BootClassLoader@" + Integer.toHexString(hashCode());
  }
}
