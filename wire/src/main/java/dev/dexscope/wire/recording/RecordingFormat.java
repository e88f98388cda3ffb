package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;

/** The numbers of a recording's file; docs/wire.md has its layout. */
final class RecordingFormat {
  static final String MAGIC = "DEXSWIRE";
  static final int VERSION = 1;
  static final int HEADER = 8 + 2 + 8;

  static final int OPEN = 1;
  static final int DATA = 2;
  static final int CLOSE = 3;

  /** The most bytes of one entry. */
  static final int MOST_DATA = 1 << 16;

  static final int MOST_NAME = 1 << 10;

  /** The most links of a recording whose state is kept at once. */
  static final int MOST_CHANNELS = 1 << 16;

  private RecordingFormat() {}

  static int number(Direction direction) {
    return direction == Direction.TO_DEVICE ? 0 : 1;
  }

  static Direction direction(int number) {
    return number == 0 ? Direction.TO_DEVICE : Direction.FROM_DEVICE;
  }
}
