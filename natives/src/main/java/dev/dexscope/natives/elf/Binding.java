package dev.dexscope.natives.elf;

/** The target that an imported symbol of a library is bound to. */
public sealed interface Binding {
  /** Left to the loader: a symbol of another library of the program. */
  record Free() implements Binding {}

  /**
   * A symbol of the host.
   *
   * @param name there
   * @param library that has it
   * @param version of the symbol; empty for none
   */
  record Host(String name, String library, String version) implements Binding {}

  /** A symbol of Dexscope's own library. */
  record Own(String name) implements Binding {}

  /**
   * A function that does not exist: a call ends the process, with this description of it in the
   * message.
   */
  record Refused(String description) implements Binding {}

  /** A function of a part of Android that is absent: a call is logged once and returns 0. */
  record Absent(String description) implements Binding {}

  /** Data of such a part: some words that are 0. */
  record Zeros() implements Binding {}
}
