package dev.dexscope.vm.load;

import java.net.URL;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the class files that code of a program is linked against and that are not its own: the
 * platform's, and those of agents, which are on the class path of a JVM.
 */
final class SeenClassFiles extends ClassLoader {
  private final ClassLoader agents;
  private final Predicate<String> isOfProgram;

  /**
   * @param isOfProgram whether the program has a class of its own, by the name of its class file
   */
  SeenClassFiles(ClassLoader platform, ClassLoader agents, Predicate<String> isOfProgram) {
    super(platform);
    this.agents = agents;
    this.isOfProgram = isOfProgram;
  }

  @Override
  protected @Nullable URL findResource(String name) {
    return isOfProgram.test(name) ? null : agents.getResource(name);
  }
}
