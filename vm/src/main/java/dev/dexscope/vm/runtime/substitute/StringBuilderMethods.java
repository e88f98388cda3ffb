package dev.dexscope.vm.runtime.substitute;

import org.jspecify.annotations.Nullable;

/** Methods of {@link StringBuilder}. */
public final class StringBuilderMethods {
  private StringBuilderMethods() {}

  /** {@link StringBuilder#append(Object)}. */
  public static StringBuilder append(StringBuilder text, @Nullable Object value) {
    return text.append(ThreadText.of(value));
  }
}
