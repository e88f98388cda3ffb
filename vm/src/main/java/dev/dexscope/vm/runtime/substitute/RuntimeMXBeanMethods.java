package dev.dexscope.vm.runtime.substitute;

import java.lang.management.RuntimeMXBean;
import java.util.List;
import java.util.Objects;

/** Methods of {@link RuntimeMXBean}. */
public final class RuntimeMXBeanMethods {
  private RuntimeMXBeanMethods() {}

  /** {@link RuntimeMXBean#getInputArguments}: those of the process are the host's. */
  public static List<String> getInputArguments(RuntimeMXBean bean) {
    Objects.requireNonNull(bean);
    return List.of();
  }
}
