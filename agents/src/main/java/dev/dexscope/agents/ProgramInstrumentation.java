package dev.dexscope.agents;

import dev.dexscope.agents.program.Hidden;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.GuestClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.MalformedURLException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** The JDK's instrumentation without what is ours. */
final class ProgramInstrumentation implements Instrumentation {
  private final Instrumentation host;
  private final Map<ClassFileTransformer, ClassFileTransformer> shown = new ConcurrentHashMap<>();

  ProgramInstrumentation(Instrumentation host) {
    this.host = host;
    // A class that a transformer loads while it is itself being loaded is defined twice.
    Hidden.isHidden(OfProgram.class);
  }

  /** Passes on classes that are not ours. */
  private record OfProgram(ClassFileTransformer transformer) implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable Module module,
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes)
        throws IllegalClassFormatException {
      if (name == null || Hidden.isHidden(loader, name.replace('/', '.'))) {
        return null;
      }
      // There is no such class on a JVM; it is the platform's, and changed where that is requested.
      if (redefined == null && Vm.code().isPlatform(loader, name.replace('/', '.'))) {
        return null;
      }
      GuestClasses classes = Vm.code().of(loader);
      byte[] changed =
          transformer.transform(
              module, loader, name, redefined, domain(classes, loader, name, domain), bytes);
      return changed == null || classes == null ? changed : classes.changedByAgent(changed);
    }

    /**
     * Returns the domain: that of a dex class names its file, as on a JVM, because many agents
     * ignore classes without one.
     */
    private static @Nullable ProtectionDomain domain(
        @Nullable GuestClasses classes,
        @Nullable ClassLoader loader,
        String name,
        @Nullable ProtectionDomain known) {
      Path file = classes == null ? null : classes.file(name.replace('/', '.'));
      if (file == null) {
        return known;
      }
      try {
        CodeSource source = new CodeSource(file.toUri().toURL(), (Certificate[]) null);
        return new ProtectionDomain(source, null, loader, null);
      } catch (MalformedURLException e) {
        return known;
      }
    }
  }

  private static Class<?>[] withoutOurs(Class<?>[] classes) {
    return Arrays.stream(classes).filter(each -> !Hidden.isHidden(each)).toArray(Class<?>[]::new);
  }

  @Override
  public void addTransformer(ClassFileTransformer transformer, boolean canRetransform) {
    host.addTransformer(shown.computeIfAbsent(transformer, OfProgram::new), canRetransform);
  }

  @Override
  public void addTransformer(ClassFileTransformer transformer) {
    addTransformer(transformer, false);
  }

  @Override
  public boolean removeTransformer(ClassFileTransformer transformer) {
    ClassFileTransformer added = shown.remove(transformer);
    return added != null && host.removeTransformer(added);
  }

  @Override
  public boolean isRetransformClassesSupported() {
    return host.isRetransformClassesSupported();
  }

  @Override
  public void retransformClasses(Class<?>... classes) throws UnmodifiableClassException {
    host.retransformClasses(classes);
  }

  @Override
  public boolean isRedefineClassesSupported() {
    return host.isRedefineClassesSupported();
  }

  @Override
  public void redefineClasses(ClassDefinition... definitions)
      throws ClassNotFoundException, UnmodifiableClassException {
    new ClassSwap(host).redefine(definitions);
  }

  @Override
  public boolean isModifiableClass(Class<?> type) {
    return host.isModifiableClass(type);
  }

  @Override
  public Class<?>[] getAllLoadedClasses() {
    return withoutOurs(host.getAllLoadedClasses());
  }

  @Override
  public Class<?>[] getInitiatedClasses(@Nullable ClassLoader loader) {
    return withoutOurs(host.getInitiatedClasses(loader));
  }

  @Override
  public long getObjectSize(Object object) {
    return host.getObjectSize(object);
  }

  @Override
  public void appendToBootstrapClassLoaderSearch(JarFile jar) {
    host.appendToBootstrapClassLoaderSearch(jar);
  }

  @Override
  public void appendToSystemClassLoaderSearch(JarFile jar) {
    try {
      Vm.code().addAgent(Path.of(jar.getName()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean isNativeMethodPrefixSupported() {
    return host.isNativeMethodPrefixSupported();
  }

  @Override
  public void setNativeMethodPrefix(ClassFileTransformer transformer, String prefix) {
    host.setNativeMethodPrefix(shown.getOrDefault(transformer, transformer), prefix);
  }

  @Override
  public void redefineModule(
      Module module,
      Set<Module> reads,
      Map<String, Set<Module>> exports,
      Map<String, Set<Module>> opens,
      Set<Class<?>> uses,
      Map<Class<?>, java.util.List<Class<?>>> provides) {
    host.redefineModule(module, reads, exports, opens, uses, provides);
  }

  @Override
  public boolean isModifiableModule(Module module) {
    return host.isModifiableModule(module);
  }
}
