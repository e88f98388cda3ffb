package dev.dexscope.vm.runtime;

import dev.dexscope.libcore.CodeLoading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The dex code of all class loaders, as linked code and messages need it. */
public interface LoadedCode extends CodeLoading {
  /** Returns the code of a class loader, or null if its classes are not dex. */
  @Nullable GuestCode codeOf(@Nullable ClassLoader loader);

  /** All class loaders of dex code that are alive. */
  List<ClassLoader> loaders();

  /** The loader of agents in Java; the platform's where there are none. */
  ClassLoader agentLoader();

  /** All dex code that is loaded from. */
  List<? extends GuestCode> allCode();
}
