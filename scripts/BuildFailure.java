/** The application cannot be built. */
final class BuildFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param output what the tool that failed has printed
   * @param what one line
   */
  BuildFailure(String output, String what) {
    super(output.stripTrailing() + "\ndexscope: " + what + "; correct it and run again");
  }
}
