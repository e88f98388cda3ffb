package dev.dexscope.sandbox;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.inject.Named;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.pluginapi.Sdk;

/**
 * The sandbox's class loader: the framework, its shadows and {@code dev.dexscope.sandbox.device}
 * are its own. Names that it does not know are the app's, which another loader defines.
 */
public final class AppSandboxLoader extends AndroidSandbox.SdkSandboxClassLoader {
  private final Set<String> loaded = new LinkedHashSet<>();

  /** Made by Robolectric's injector, which finds this constructor by its arguments. */
  @SuppressWarnings("UnnecessaryQualifier")
  public AppSandboxLoader(
      InstrumentationConfiguration config,
      @Named("runtimeSdk") Sdk runtimeSdk,
      ClassInstrumentor classInstrumentor) {
    super(config, runtimeSdk, classInstrumentor);
  }

  /** The names of the classes that this loader has been asked for first, in their order. */
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
      Class<?> found = super.loadClass(name, resolve);
      if (found.getClassLoader() == this) {
        remember(name);
      }
      return found;
    } catch (ClassNotFoundException e) {
      return AppClasses.load(name);
    }
  }
}
