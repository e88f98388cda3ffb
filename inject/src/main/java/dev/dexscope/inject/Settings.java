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
 * @param force whether files are taken that are refused otherwise: damaged code, and code without
 *     room for the run time in the one file that devices before Android 5 load
 */
public record Settings(
    Mode mode,
    Selection selection,
    boolean trivial,
    boolean finalizers,
    UnaryOperator<MethodName> names,
    ClassPath platform,
    boolean tauNames,
    boolean force) {
  /** With the run time's own names, for files that are as they should be. */
  public Settings(
      Mode mode,
      Selection selection,
      boolean trivial,
      boolean finalizers,
      UnaryOperator<MethodName> names,
      ClassPath platform) {
    this(mode, selection, trivial, finalizers, names, platform, false, false);
  }

  /** The same with TAU's names for the run time, or its own. */
  public Settings withTauNames(boolean wanted) {
    return new Settings(mode, selection, trivial, finalizers, names, platform, wanted, force);
  }

  /** The same for files that are refused otherwise, or not. */
  public Settings withForce(boolean wanted) {
    return new Settings(mode, selection, trivial, finalizers, names, platform, tauNames, wanted);
  }

  /** All methods that are not trivial. */
  public static Settings standard() {
    return new Settings(
        Mode.EDGES,
        new Selection(),
        false,
        false,
        UnaryOperator.identity(),
        ClassPath.ofUnknownPlatform());
  }
}
