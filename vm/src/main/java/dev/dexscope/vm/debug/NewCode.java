package dev.dexscope.vm.debug;

/**
 * Dex code that has replaced a class's, for the caller that redefines the class in the JVM.
 *
 * <pre>{@code
 * NewCode code = classes.replace("p.Main", dexFile, NewCode.Kind.DEFINITION);
 * if (!redefined(code.classFile())) {
 *   code.undo();
 * }
 * }</pre>
 */
public final class NewCode {
  /** Which code of a class it replaces. */
  public enum Kind {
    /** The definition of the class, to which transformations are applied. */
    DEFINITION,
    /** The result of transforming the definition. */
    TRANSFORMATION
  }

  private final byte[] classFile;
  private final Runnable before;

  /**
   * @param before brings back the code that was there
   */
  public NewCode(byte[] classFile, Runnable before) {
    this.classFile = classFile;
    this.before = before;
  }

  /** Returns the class file for redefining the class, with the hooks added at its definition. */
  public byte[] classFile() {
    return classFile.clone();
  }

  /** Called if the JVM refuses it: restores the former code of the class. */
  public void undo() {
    before.run();
  }
}
