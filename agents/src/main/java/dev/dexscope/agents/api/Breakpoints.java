package dev.dexscope.agents.api;

/**
 * The instructions that are reported to an agent.
 *
 * <pre>{@code
 * Breakpoints breakpoints = environment.onBreakpoints(this);
 * breakpoints.set(type, "run", "()V", 0); // where the method begins
 * }</pre>
 */
public interface Breakpoints {
  /**
   * Tells of an instruction of a class that has been prepared. Nothing happens where this is so
   * already.
   *
   * @param descriptor as in {@code "(I)V"}
   * @param address of the instruction, in units of two bytes
   * @throws IllegalArgumentException when there is no such method, or no instruction there
   */
  void set(Class<?> type, String method, String descriptor, long address);

  /**
   * Tells of it no more. Nothing happens where this is so already.
   *
   * @param descriptor as in {@code "(I)V"}
   * @param address of the instruction, in units of two bytes
   * @throws IllegalArgumentException when there is no such method
   */
  void clear(Class<?> type, String method, String descriptor, long address);
}
