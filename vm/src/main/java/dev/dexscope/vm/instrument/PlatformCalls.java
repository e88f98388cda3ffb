package dev.dexscope.vm.instrument;

import dev.dexscope.vm.runtime.VmContext;
import org.jspecify.annotations.Nullable;

/**
 * Selects the calls from the program to its platform: the platform's methods have no hooks, so
 * these calls get them.
 */
public interface PlatformCalls {
  /** None: the platform's time is that of the methods which call it. */
  PlatformCalls NONE = (_, _, _) -> null;

  /** Those of the VM that runs. */
  static PlatformCalls ofVm() {
    return VmContext.current().part(PlatformCalls.class, () -> NONE);
  }

  /**
   * The class of the platform that has the method which a call names, or inherits it first.
   *
   * @param owner that the call names, with slashes
   * @return its name with dots; null for methods of the program, and of {@code java}
   */
  @Nullable String owner(String owner, String name, String descriptor);
}
