package dev.dexscope.vm.runtime;

/**
 * The type of a parameter that marks constructors which dex code does not have: they pass their
 * arguments on, past the constructors of their class, to that of a superclass. It is always null.
 */
public final class PassedOn {
  private PassedOn() {}

  /** Returns whether a constructor with these parameters is one. */
  public static boolean is(Class<?>[] parameters) {
    return parameters.length > 1 && parameters[parameters.length - 2] == PassedOn.class;
  }
}
