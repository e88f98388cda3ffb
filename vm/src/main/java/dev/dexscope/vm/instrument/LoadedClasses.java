package dev.dexscope.vm.instrument;

import dev.dexscope.vm.runtime.VmContext;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Hooks classes that are loaded already, and takes the hooks out again, through {@code
 * java.lang.instrument}. The agent is this very class: its jar has nothing but a manifest and is
 * loaded by HotSpot's own command {@code JVMTI.agent_load}, inside this process, so that no other
 * process needs to attach.
 */
public final class LoadedClasses {
  /** The JVM provides it once, to a static method, whichever VM runs then. */
  private static volatile @Nullable Instrumentation instrumentation;

  /** Those whose hooks are in classes of one VM. */
  private static final class Hooked {
    /** In the order in which the JVM puts the hooks there. */
    private final List<LoadedClasses> all = new CopyOnWriteArrayList<>();

    private final AtomicInteger changes = new AtomicInteger();

    /** The listener of changes. */
    private volatile @Nullable Runnable listener;

    /** The listener of hooks. */
    private volatile @Nullable Runnable hookListener;

    void change() {
      changes.incrementAndGet();
      tell(listener);
    }

    void hook() {
      change();
      tell(hookListener);
    }

    private static void tell(@Nullable Runnable told) {
      if (told != null) {
        told.run();
      }
    }

    static Hooked ofVm() {
      return VmContext.current().part(Hooked.class, Hooked::new);
    }
  }

  private final Predicate<@Nullable ClassLoader> guests;
  private final LoaderTransformer.Change hooks;

  /** Classes that stay as they were. */
  private final Set<Class<?>> refused =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final ClassFileTransformer transformer;

  /**
   * @param guests whether a loader's classes are to be hooked
   * @param hooks makes a class file with hooks of one without; null where it has no room for them
   */
  public LoadedClasses(Predicate<@Nullable ClassLoader> guests, LoaderTransformer.Change hooks) {
    this.guests = guests;
    this.hooks = hooks;
    this.transformer = new LoaderTransformer(guests, hooks);
  }

  /** Called by the JVM when it has loaded the agent. */
  public static void agentmain(String options, Instrumentation given) {
    instrumentation = given;
  }

  /** Returns whether classes that are defined from now on need no other way to their hooks. */
  public static boolean isAgentLoaded() {
    return instrumentation != null;
  }

  /**
   * Returns the JDK's instrumentation of this JVM.
   *
   * @throws IOException if the JVM does not load agents
   */
  public static Instrumentation instrumentation() throws IOException {
    return agent();
  }

  /** Hooks all guest classes: those that are loaded, and those that will be. */
  public void hook() throws IOException {
    Instrumentation agent = agent();
    agent.addTransformer(transformer, true);
    Hooked.ofVm().all.add(this);
    transformAgain(agent);
  }

  /** Makes all guest classes plain again. */
  public void unhook() {
    Instrumentation agent = instrumentation;
    if (agent != null && agent.removeTransformer(transformer)) {
      Hooked.ofVm().all.remove(this);
      transformAgain(agent);
    }
  }

  /** All guest classes that are loaded. */
  public List<Class<?>> all() throws IOException {
    return all(agent());
  }

  private List<Class<?>> all(Instrumentation agent) {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> loaded : agent.getAllLoadedClasses()) {
      if (guests.test(loaded.getClassLoader())) {
        classes.add(loaded);
      }
    }
    return classes;
  }

  private void transformAgain(Instrumentation agent) {
    List<Class<?>> classes = all(agent);
    classes.removeIf(each -> !agent.isModifiableClass(each));
    if (!transform(agent, classes.toArray(Class<?>[]::new))) {
      for (Class<?> each : classes) {
        if (!transform(agent, each)) {
          refused.add(each);
        }
      }
    }
    Hooked.ofVm().hook();
  }

  /** Says that code of loaded classes has been replaced. */
  public static void changed() {
    Hooked.ofVm().change();
  }

  /** Adds a listener for hooks that come or go, and for replaced code. */
  public static void onChanges(Runnable listener) {
    Hooked.ofVm().listener = listener;
  }

  /** Adds a listener for hooks that have come or gone, called after that of changes. */
  public static void onHooks(Runnable listener) {
    Hooked.ofVm().hookListener = listener;
  }

  /** Returns a number that changes when hooks were added or removed, or code has been replaced. */
  public static int hookings() {
    return Hooked.ofVm().changes.get();
  }

  /**
   * The class file that a loaded class runs by now.
   *
   * @param defined the one that it was defined by
   */
  public static byte[] asRunning(Class<?> type, byte[] defined) {
    byte[] running = defined;
    for (LoadedClasses each : Hooked.ofVm().all) {
      boolean isHooked = each.guests.test(type.getClassLoader()) && !each.refused.contains(type);
      byte[] hooked = isHooked ? each.hooks.apply(running) : null;
      running = hooked == null ? running : hooked;
    }
    return running;
  }

  private static boolean transform(Instrumentation agent, Class<?>... classes) {
    try {
      agent.retransformClasses(classes);
      return true;
    } catch (UnmodifiableClassException
        | LinkageError
        | InternalError
        | UnsupportedOperationException e) {
      // The class stays as it is. Often its own fault: one that cannot be linked.
      return false;
    }
  }

  private static Instrumentation agent() throws IOException {
    Instrumentation loaded = instrumentation;
    if (loaded == null) {
      loadAgent();
      loaded = instrumentation;
    }
    if (loaded == null) {
      throw new IOException("the JVM does not load agents (-XX:-EnableDynamicAgentLoading?)");
    }
    return loaded;
  }

  private static void loadAgent() throws IOException {
    Path jar = Files.createTempFile("dexscope", ".jar");
    try {
      writeAgent(jar);
      HotSpotCommands.run("JVMTI.agent_load \"" + jar + "\"");
    } finally {
      Files.deleteIfExists(jar);
    }
  }

  private static void writeAgent(Path jar) throws IOException {
    var manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Agent-Class", LoadedClasses.class.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    // Not for us: agents of the user's get what ours may do.
    attributes.putValue("Can-Redefine-Classes", "true");
    attributes.putValue("Can-Set-Native-Method-Prefix", "true");
    // The time of the present would require the rules of the time zone.
    var entry = new ZipEntry(JarFile.MANIFEST_NAME);
    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(entry);
      manifest.write(out);
    }
  }
}
