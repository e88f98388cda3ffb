package dev.dexscope.observe.trace;

import dev.dexscope.vm.instrument.HookTransform;
import dev.dexscope.vm.instrument.HookedClasses;
import dev.dexscope.vm.runtime.Hooks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The hooks in the program's classes, present while there are listeners of calls. */
final class CallHooks {
  private final HookedClasses classes;
  private final List<Hooks.Recorder> recorders = new ArrayList<>();

  CallHooks(HookTransform hooks) {
    this.classes = new HookedClasses(hooks::apply);
  }

  /**
   * Tells one more of calls from now on.
   *
   * @param guests whether a loader's classes are the program's
   */
  synchronized void tell(Hooks.Recorder who, Predicate<@Nullable ClassLoader> guests)
      throws IOException {
    recorders.add(who);
    tellAll();
    try {
      classes.hook(guests);
    } catch (IOException e) {
      forget(who);
      throw e;
    }
  }

  /** Removes a listener. */
  synchronized void forget(Hooks.Recorder who) {
    recorders.remove(who);
    tellAll();
    if (recorders.isEmpty()) {
      classes.unhook();
    }
  }

  private void tellAll() {
    Hooks.tell(
        switch (recorders.size()) {
          case 0 -> null;
          case 1 -> recorders.getFirst();
          default -> new Several(List.copyOf(recorders));
        });
  }

  /** Adds the hooks to each class of the VM at its definition, while there is a listener. */
  void hookAtDefinition() {
    classes.hookAtDefinition();
  }

  /** Several listeners. */
  private record Several(List<Hooks.Recorder> all) implements Hooks.Recorder {
    @Override
    public void enter(int method) {
      for (Hooks.Recorder each : all) {
        each.enter(method);
      }
    }

    @Override
    public void exit(int method) {
      for (Hooks.Recorder each : all) {
        each.exit(method);
      }
    }

    @Override
    public void unwind(int method) {
      for (Hooks.Recorder each : all) {
        each.unwind(method);
      }
    }

    @Override
    public void caught(int method) {
      for (Hooks.Recorder each : all) {
        each.caught(method);
      }
    }
  }
}
