package dev.dexscope.agents.program;

import dev.dexscope.agents.machine.MachineLibrary;

/** Tells machine code of methods, which does not ask about them again then. */
public final class KnownMethods {
  private final Methods methods;
  private final MachineLibrary machine;

  public KnownMethods(Methods methods, MachineLibrary machine) {
    this.methods = methods;
    this.machine = machine;
  }

  /** Returns a method as agents see it. */
  public MethodView of(long method) {
    MethodView view = methods.of(method);
    machine.remember(method, view.isShown(), view.map() != null, view.isLast());
    return view;
  }

  /** The same; machine code knows the addresses of its dex code, too. */
  public MethodView withAddresses(long method) {
    int version = methods.version();
    MethodView view = of(method);
    if (view.map() != null) {
      machine.rememberAddresses(method, view::addresses);
    }
    if (version != methods.version()) {
      machine.forget();
    }
    return view;
  }
}
