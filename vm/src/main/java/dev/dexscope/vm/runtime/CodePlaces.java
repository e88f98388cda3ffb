package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/** Locates the instructions of stack traces and exceptions in one class loader's dex code. */
public interface CodePlaces {
  /**
   * A frame whose line is an address ({@link LineNumbers}), as ART shows it; null when its code is
   * not here.
   */
  @Nullable StackTraceElement shown(StackTraceElement frame);

  /**
   * The field that failed code reads or writes, as ART's messages name it ({@code int p.C.f}); null
   * when it is not known.
   */
  @Nullable String accessedField(ThrowSite site);

  /**
   * The descriptor of the array that failed code stores into; null when it is not known.
   *
   * @param value the name of the class of what was to be stored
   */
  @Nullable String storedArray(ThrowSite site, String value);
}
