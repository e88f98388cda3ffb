package dev.dexscope.vm.debug;

/**
 * Dex code that has taken the place of a class's, for who tells the JVM.
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
    /** What the class is made of: transformations begin with it. */
    DEFINITION,
    /** What was made of the definition. */
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

  /** What the class is to be redefined by, with the hooks that its definition has got. */
  public byte[] classFile() {
    return classFile.clone();
  }

  /** The JVM does not take it: the class has the code that it had. */
  public void undo() {
    before.run();
  }
}
