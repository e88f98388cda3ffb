package dev.dexscope.inject;

import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.select.Selection;
import java.util.function.UnaryOperator;

/**
 * How code is instrumented.
 *
 * @param mode what is put into methods
 * @param selection which methods are asked for
 * @param trivial whether methods of a few instructions are instrumented too
 * @param finalizers whether finalizers are too: they run on a thread with a time limit
 * @param names what methods are called in profiles
 * @param platform what code is verified against
 * @param tauNames whether the run time has TAU's names
 */
public record Settings(
    Mode mode,
    Selection selection,
    boolean trivial,
    boolean finalizers,
    UnaryOperator<MethodName> names,
    ClassPath platform,
    boolean tauNames) {
  /** With the run time's own names. */
  public Settings(
      Mode mode,
      Selection selection,
      boolean trivial,
      boolean finalizers,
      UnaryOperator<MethodName> names,
      ClassPath platform) {
    this(mode, selection, trivial, finalizers, names, platform, false);
  }

  /** All methods that are not trivial, in full. */
  public static Settings standard() {
    return new Settings(
        Mode.FULL,
        new Selection(),
        false,
        false,
        UnaryOperator.identity(),
        ClassPath.ofUnknownPlatform());
  }
}
