package dev.dexscope.inject;

import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.select.Selection;
import java.util.function.UnaryOperator;

/**
 * Settings of instrumentation.
 *
 * @param mode the calls added to methods
 * @param selection the selected methods
 * @param trivial whether methods of a few instructions are instrumented too
 * @param finalizers whether finalizers are too: they run on a thread with a time limit
 * @param names the names of methods in profiles
 * @param platform the platform for verification
 * @param tauNames whether the run time, and methods in its profiles, have TAU's names
 * @param force whether to accept files that are refused otherwise: damaged code, and code without
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
  /** Returns settings for all methods that are not trivial, in files that are as they should be. */
  public static Settings standard() {
    return new Settings(
        Mode.EDGES,
        new Selection(),
        false,
        false,
        UnaryOperator.identity(),
        ClassPath.ofUnknownPlatform(),
        false,
        false);
  }

  /** Returns these settings with another form of the calls. */
  public Settings withMode(Mode wanted) {
    return new Settings(wanted, selection, trivial, finalizers, names, platform, tauNames, force);
  }

  /** Returns these settings for other methods. */
  public Settings withSelection(Selection wanted) {
    return new Settings(mode, wanted, trivial, finalizers, names, platform, tauNames, force);
  }

  /** Returns these settings with or without methods of a few instructions. */
  public Settings withTrivial(boolean wanted) {
    return new Settings(mode, selection, wanted, finalizers, names, platform, tauNames, force);
  }

  /** Returns these settings with or without finalizers. */
  public Settings withFinalizers(boolean wanted) {
    return new Settings(mode, selection, trivial, wanted, names, platform, tauNames, force);
  }

  /** Returns these settings with other names of methods in profiles. */
  public Settings withNames(UnaryOperator<MethodName> wanted) {
    return new Settings(mode, selection, trivial, finalizers, wanted, platform, tauNames, force);
  }

  /** Returns these settings with other classes to verify code against. */
  public Settings withPlatform(ClassPath wanted) {
    return new Settings(mode, selection, trivial, finalizers, names, wanted, tauNames, force);
  }

  /** Returns these settings with TAU's names for the run time and for methods, or our own. */
  public Settings withTauNames(boolean wanted) {
    return new Settings(mode, selection, trivial, finalizers, names, platform, wanted, force);
  }

  /** Returns these settings for files that are refused otherwise, or not. */
  public Settings withForce(boolean wanted) {
    return new Settings(mode, selection, trivial, finalizers, names, platform, tauNames, wanted);
  }
}
