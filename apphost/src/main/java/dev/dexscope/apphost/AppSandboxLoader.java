package dev.dexscope.apphost;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import javax.inject.Named;
import org.jspecify.annotations.Nullable;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.ShadowProvider;
import org.robolectric.internal.bytecode.ClassDetails;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.pluginapi.Sdk;

/**
 * The sandbox's class loader: the framework, its shadows and {@code dev.dexscope.apphost.device}
 * are its own. Names that it does not know are the app's, which another loader defines.
 */
public final class AppSandboxLoader extends AndroidSandbox.SdkSandboxClassLoader {
  private final Set<String> loaded = new LinkedHashSet<>();
  private final InstrumentationConfiguration config;
  private final FrameworkJar framework;
  private final Set<String> shadowed;
  private final int level;
  private @Nullable Set<String> absent;

  /** Made by Robolectric's injector, which finds this constructor by its arguments. */
  @SuppressWarnings("UnnecessaryQualifier")
  public AppSandboxLoader(
      InstrumentationConfiguration config,
      @Named("runtimeSdk") Sdk runtimeSdk,
      ClassInstrumentor classInstrumentor)
      throws IOException {
    super(config, runtimeSdk, classInstrumentor);
    this.config = config;
    this.framework = new FrameworkJar(runtimeSdk.getJarPath());
    this.shadowed = shadowed();
    this.level = runtimeSdk.getApiLevel();
  }

  /** The jar that the framework's classes are in. */
  FrameworkJar framework() {
    return framework;
  }

  /** The classes of which some methods have shadows, with dots in the names of nested ones. */
  private static Set<String> shadowed() {
    Set<String> names = new HashSet<>(RobolectricSandbox.ONLY_OURS);
    names.addAll(GlClasses.ALL);
    for (ShadowProvider provider : ServiceLoader.load(ShadowProvider.class)) {
      provider.getShadows().forEach(each -> names.add(each.getKey()));
      names.addAll(provider.getShadowPickerMap().keySet());
    }
    return names;
  }

  /**
   * Returns the names of the classes that this loader was the first to be asked for, in their
   * order.
   */
  List<String> loaded() {
    synchronized (loaded) {
      return List.copyOf(loaded);
    }
  }

  private void remember(String name) {
    synchronized (loaded) {
      loaded.add(name);
    }
  }

  @Override
  public Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    try {
      if (name.startsWith("dev.dexscope.") && !name.startsWith(RobolectricSandbox.DEVICE)) {
        return getParent().loadClass(name);
      }
      Class<?> found = config.shouldAcquire(name) ? loadPrepared(name) : null;
      if (found == null) {
        found = super.loadClass(name, resolve);
      }
      if (found.getClassLoader() == this) {
        remember(name);
      }
      return found;
    } catch (ClassNotFoundException e) {
      if (isAbsent(name)) {
        return placeholder(name);
      }
      // The sandbox leaves names such as javax to the JDK, which lacks some of Android's.
      Class<?> prepared = loadPrepared(name);
      return prepared == null ? AppClasses.load(name) : prepared;
    }
  }

  /** A class that the framework's jar has as it shall be; null for all others. */
  private @Nullable Class<?> loadPrepared(String name) {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      byte[] file = framework.read(name);
      if (file == null || config.shouldInstrument(new ClassDetails(file))) {
        return null;
      }
      byte[] direct =
          name.startsWith(RobolectricSandbox.UNPREPARED)
              ? NativeMethods.of(file)
              : DirectCalls.of(file, shadowed.contains(name.replace('$', '.')));
      return defineClass(name, direct, 0, direct.length);
    }
  }

  /**
   * Returns whether shadows name a class in their signatures which this level's framework lacks:
   * the methods of such a shadow could not be listed.
   */
  private synchronized boolean isAbsent(String name) {
    if (absent == null) {
      absent = lines("absent-" + level + ".txt");
    }
    return absent.contains(name);
  }

  private static Set<String> lines(String resource) {
    InputStream in = AppSandboxLoader.class.getResourceAsStream(resource);
    if (in == null) {
      return Set.of();
    }
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines.lines().collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An empty class, which apps cannot see: the framework's jar does not have it. */
  private synchronized Class<?> placeholder(String name) {
    Class<?> known = findLoadedClass(name);
    if (known != null) {
      return known;
    }
    byte[] file =
        ClassFile.of().build(ClassDesc.of(name), type -> type.withFlags(ClassFile.ACC_PUBLIC));
    return defineClass(name, file, 0, file.length);
  }
}
