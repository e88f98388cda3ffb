package dev.dexscope.vm.instrument;

import dev.dexscope.vm.runtime.VmContext;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Hooks in the program's classes, present as long as they are requested. */
public final class HookedClasses {
  private final LoaderTransformer.Change hooks;
  private @Nullable LoadedClasses classes;
  private volatile boolean isWanted;

  /** Whether the JVM hooks classes that it loads. */
  private volatile boolean isByJvm;

  /** Whether there may be guest classes without hooks. */
  private volatile boolean anyDefined;

  public HookedClasses(LoaderTransformer.Change hooks) {
    this.hooks = hooks;
  }

  /** Those whose hooks classes of one VM get at their definition, in the order of the hooks. */
  private static final class AtDefinition {
    final List<HookedClasses> all = new CopyOnWriteArrayList<>();

    static AtDefinition ofVm() {
      return VmContext.current().part(AtDefinition.class, AtDefinition::new);
    }
  }

  /** Adds hooks to each class of the VM at its definition, as long as they are requested. */
  public void hookAtDefinition() {
    AtDefinition.ofVm().all.add(this);
  }

  /** Those whose hooks classes of the VM get at their definition, the innermost first. */
  public static List<HookedClasses> atDefinition() {
    return AtDefinition.ofVm().all;
  }

  /**
   * Hooks existing and future classes.
   *
   * @param guests whether a loader's classes are the program's
   * @throws IOException if there are some, and the JVM does not load agents to hook them
   */
  public synchronized void hook(Predicate<@Nullable ClassLoader> guests) throws IOException {
    isWanted = true;
    if (classes == null) {
      classes = new LoadedClasses(guests, hooks);
    }
    if (!isByJvm && (anyDefined || LoadedClasses.isAgentLoaded())) {
      classes.hook();
      isByJvm = true;
    }
  }

  /** Makes classes plain again, but for those that got their hooks when they were defined. */
  public synchronized void unhook() {
    isWanted = false;
    if (classes != null) {
      isByJvm = false;
      classes.unhook();
      classes = null;
    }
  }

  /**
   * Returns a class that is being defined, with hooks, unless the JVM adds them itself. Such a
   * class keeps them, but without a recorder they do next to nothing.
   *
   * @return null if it is to be defined unchanged
   */
  public byte @Nullable [] atDefinition(byte[] plain) {
    if (!isWanted || isByJvm) {
      anyDefined = true;
      return null;
    }
    return hooks.apply(plain);
  }

  /** A class file with hooks, unless it has no room for them. */
  public byte[] hooked(byte[] plain) {
    byte[] hooked = hooks.apply(plain);
    return hooked == null ? plain : hooked;
  }
}
