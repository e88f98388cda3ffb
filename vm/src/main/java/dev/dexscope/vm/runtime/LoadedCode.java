package dev.dexscope.vm.runtime;

import dev.dexscope.libcore.CodeLoading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The dex code of all class loaders, as linked code and messages need it. */
public interface LoadedCode extends CodeLoading {
  /** What a class loader loads, or null when its classes are not of dex code. */
  @Nullable GuestCode codeOf(@Nullable ClassLoader loader);

  /** All class loaders of dex code that are alive. */
  List<ClassLoader> loaders();

  /** All dex code that is loaded from. */
  List<? extends GuestCode> allCode();
}
