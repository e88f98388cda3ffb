package dev.dexscope.vm;

import java.io.IOException;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * A whole framework under programs of this process that are no apps: they have {@code main}, and
 * may use all of {@code android}. A service provides it, in processes that are started for it.
 */
public interface Platform {
  /** The system property of such a process, with the framework's API level. */
  String LEVEL = "dexscope.platform";

  /** Returns this process's; null if programs have the few classes of the VM itself. */
  static @Nullable Platform ofProcess() {
    return System.getProperty(LEVEL) == null
        ? null
        : ServiceLoader.load(Platform.class, Platform.class.getClassLoader())
            .findFirst()
            .orElseThrow();
  }

  /**
   * Returns the framework, which is the same each time.
   *
   * @throws IOException if its files cannot be read
   */
  Framework framework() throws IOException;

  /**
   * Returns whether the framework has started a thread for itself, which it never ends: a program
   * does not wait for it.
   */
  boolean isOwn(Thread thread);

  /**
   * Starts the phone that is behind the framework, when the VM has started: programs find a
   * context, and a thread that handles the messages of the main looper.
   *
   * @throws IOException if the program's folder cannot be made
   */
  void begin() throws IOException;

  /** A program begins, whose classes a loader has. */
  void runs(ClassLoader loader);
}
