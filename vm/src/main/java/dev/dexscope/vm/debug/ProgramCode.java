package dev.dexscope.vm.debug;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The code of all class loaders of a VM, as debuggers, agents and traces see it. */
public interface ProgramCode {
  /** The classes of a class loader; null when they are not of dex code. */
  @Nullable GuestClasses of(@Nullable ClassLoader loader);

  /**
   * Returns whether programs can know of a class: one of dex code, of their platform, or of an
   * agent.
   *
   * @param name as {@link Class#getName} has it
   */
  boolean isShown(@Nullable ClassLoader loader, String name);

  /**
   * Whether a class is of the program's platform and not of the JDK: one of Android's own.
   *
   * @param name as {@link Class#getName} has it
   */
  boolean isPlatform(@Nullable ClassLoader loader, String name);

  /** Where the frames of stacks are. */
  FrameLocations frames();

  /**
   * Returns a number that changes with code maps, when hooks were added or removed, or code has
   * been replaced.
   */
  int version();

  /** Sets the listener of changes of code maps. */
  void onChanges(Runnable listener);

  /**
   * Sets a listener for hooks of traces and allocations that have come or gone. HotSpot has given
   * the methods of loaded classes other code then, and has dropped their breakpoints.
   */
  void onHooks(Runnable listener);

  /**
   * Makes the classes of a jar visible to agents in Java and the program. These classes do not see
   * the VM.
   *
   * @return the loader of all agents' classes
   * @throws IOException if the JVM does not load agents
   */
  ClassLoader addAgent(Path jar) throws IOException;
}
