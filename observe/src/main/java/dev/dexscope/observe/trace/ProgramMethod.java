package dev.dexscope.observe.trace;

/**
 * A method of the program.
 *
 * @param className as {@link Class#getName} has it
 * @param descriptor in the form of the dex file: {@code (ILjava/lang/String;)V}
 */
public record ProgramMethod(String className, String name, String descriptor) {
  /** {@code Hello.main([Ljava/lang/String;)V}. */
  @Override
  public String toString() {
    return className + "." + name + descriptor;
  }
}
