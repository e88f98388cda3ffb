package dev.dexscope.vm.load;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Changes the calls of {@link AgentCalls} in the classes that agents keep in class loaders of their
 * own, or have added to the boot loader's search path.
 */
final class AgentMadeClasses implements ClassFileTransformer {
  private static final ClassLoader OURS = AgentMadeClasses.class.getClassLoader();

  private final DexPaths paths;

  AgentMadeClasses(DexPaths paths) {
    this.paths = paths;
  }

  @Override
  public byte @Nullable [] transform(
      Module module,
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    return !module.isNamed() && isOfAgents(loader) ? AgentCalls.inOtherLoader(file) : null;
  }

  /** Neither this program's, nor dex code's, nor of the framework of apps, whose loader is ours. */
  private boolean isOfAgents(@Nullable ClassLoader loader) {
    return loader == null
        || !(loader.equals(OURS)
            || loader instanceof AgentClasses
            || OURS.equals(loader.getClass().getClassLoader())
            || paths.isRegistered(loader));
  }
}
