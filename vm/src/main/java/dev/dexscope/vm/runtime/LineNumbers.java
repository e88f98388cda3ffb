package dev.dexscope.vm.runtime;

/**
 * The lines in LineNumberTables of translated code (JVMS 4.7.12): the source line, or the address
 * of the instruction in the dex code if there is no line or the table cannot hold it. ART shows
 * addresses in this case, and a stack trace of HotSpot has no other place for them.
 *
 * <pre>{@code
 * code.lineNumber(LineNumbers.of(lines.line(pc), pc));
 * ...
 * if (LineNumbers.isAddress(frame.getLineNumber())) {
 *   int pc = LineNumbers.address(frame.getLineNumber());
 * }
 * }</pre>
 */
public final class LineNumbers {
  private static final int LARGEST = 0xffff;

  /** Lines are below; addresses count from the end down, because no line is 0 on HotSpot. */
  private static final int FIRST_ADDRESS = 0x8001;

  /** The number for code that is of no instruction, in methods that dex code does not have. */
  public static final int NO_INSTRUCTION = 0x8000;

  private LineNumbers() {}

  /** The number for an instruction. Behind {@code 0x7ffe} all addresses have one and the same. */
  public static int of(int line, int pc) {
    return isLine(line) ? line : LARGEST - Math.min(pc, LARGEST - FIRST_ADDRESS);
  }

  /** Returns whether a line is stored in the table unchanged. */
  public static boolean isLine(int line) {
    return line > 0 && line < NO_INSTRUCTION;
  }

  /** Returns whether a number of the table represents an address. */
  public static boolean isAddress(int number) {
    return number >= FIRST_ADDRESS && number <= LARGEST;
  }

  /** Returns the address that a number represents. */
  public static int address(int number) {
    return LARGEST - number;
  }
}
