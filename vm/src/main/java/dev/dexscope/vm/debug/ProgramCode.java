package dev.dexscope.vm.debug;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The code of all class loaders of a VM, as debuggers, agents and traces see it. */
public interface ProgramCode {
  /** The classes of a class loader; null when they are not of dex code. */
  @Nullable GuestClasses of(@Nullable ClassLoader loader);

  /**
   * Whether programs can know of a class: one of dex code, of their platform, or of an agent.
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

  /** Changes when code maps do, because hooks have come or gone, or code has been replaced. */
  int version();

  /** Sets who is notified whenever code maps have changed. */
  void onChanges(Runnable listener);

  /**
   * Lets agents in Java, and the program, find the classes of a jar. They do not see the VM.
   *
   * @return the loader of all agents' classes
   * @throws IOException when the JVM lets no agent in
   */
  ClassLoader addAgent(Path jar) throws IOException;

  /** A class file of the program that an agent in Java has changed, as it is to run. */
  byte[] changedByAgent(byte[] classFile);
}
