package dev.dexscope.vm.load;

import dev.dexscope.vm.instrument.LoaderTransformer;
import dev.dexscope.vm.runtime.Linkage;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The classes of agents in Java, in the place of the JVM's own class path: they see the platform,
 * each other and the program, as there, and nothing of this program. Class loaders of dex code
 * delegate to it for missing classes, so that code which an agent has added to the program finds
 * them.
 */
final class AgentClasses extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final Function<String, List<URL>> programResources;

  /**
   * @param programResources finds those of the program by their names
   */
  AgentClasses(
      Instrumentation instrumentation,
      DexPaths paths,
      Function<String, List<URL>> programResources) {
    // Without a name, so that stack traces have the text that they have on a JVM.
    super(new URL[0], ClassLoader.getPlatformClassLoader());
    this.programResources = programResources;
    ClassFile maker =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(this)));
    instrumentation.addTransformer(
        new LoaderTransformer(this::equals, file -> AgentCalls.inAgent(maker, file)));
    instrumentation.addTransformer(new AgentMadeClasses(paths));
  }

  void add(URL jar) {
    addURL(jar);
  }

  /** An agent's class; null when no agent has it. */
  @Nullable Class<?> ofAgent(String name) {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      try {
        return findClass(name);
      } catch (ClassNotFoundException e) {
        return null;
      }
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    try {
      return super.loadClass(name, resolve);
    } catch (ClassNotFoundException e) {
      // Without holding a lock: the program's loader, which has its own, calls this one.
      return Linkage.getSystemClassLoader().loadClass(name);
    }
  }

  @Override
  public @Nullable URL findResource(String name) {
    URL own = own(name);
    if (own != null) {
      return own;
    }
    List<URL> found = programResources.apply(name);
    return found.isEmpty() ? null : found.getFirst();
  }

  /** A resource of agents only. */
  @Nullable URL own(String name) {
    return super.findResource(name);
  }

  @Override
  public Enumeration<URL> findResources(String name) throws IOException {
    List<URL> found = Collections.list(super.findResources(name));
    found.addAll(programResources.apply(name));
    return Collections.enumeration(found);
  }
}
