package dev.dexscope.agents.machine;

/**
 * A call that Java is asked about: of a JVM TI function by an agent, or of an agent's callback by
 * HotSpot. Its arguments can be changed.
 */
public final class Call {
  /** How many bytes it takes in memory. */
  public static final int RECORD_SIZE = 96;

  private static final int IN_REGISTERS = 6;

  private final long record;

  private Call(long record) {
    this.record = record;
  }

  /** The call that is recorded at an address. */
  public static Call of(long record) {
    return new Call(record);
  }

  /** An argument; the environment is the first one, 0. */
  public long argument(int index) {
    return Memory.readLong(place(index));
  }

  /** An argument of 32 bits. */
  public int intArgument(int index) {
    return Memory.readInt(place(index));
  }

  /** Changes an argument. */
  public void argument(int index, long value) {
    Memory.writeLong(place(index), value);
  }

  private long place(int index) {
    return index < IN_REGISTERS
        ? record + 8L * index
        : Memory.readLong(record + Layout.MORE_ARGUMENTS) + 8L * (index - IN_REGISTERS);
  }

  /** The bits of the argument that is a float or a double. */
  public long floating() {
    return Memory.readLong(record + Layout.FLOATING);
  }

  int number() {
    return (int) Memory.readLong(record + Layout.NUMBER);
  }

  /** How many frames the thread had, for entries that count them; -1 where there is no such. */
  public int frames() {
    return Memory.readInt(record + Layout.FRAMES);
  }

  /** The result of the call that has happened. */
  public int result() {
    return (int) Memory.readLong(record + Layout.RESULT);
  }

  /** Sets the result of a call that goes on nowhere. */
  public void result(long value) {
    Memory.writeLong(record + Layout.RESULT, value);
  }
}
