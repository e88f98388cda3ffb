package dev.dexscope.device.shell;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.device.control.ControlMessage.TestStatus;
import java.util.Map;
import java.util.Set;

/**
 * What {@code am instrument -m} writes: parts of one {@code Session} of Android's {@code
 * instrumentation_data.proto}, each as soon as it is known.
 */
final class InstrumentationMessages {
  private static final int TEST_STATUS = 1;
  private static final int SESSION_STATUS = 2;
  private static final int ABORTED = 1;

  /** The keys whose values are numbers. */
  private static final Set<String> NUMBERS = Set.of("current", "numtests");

  private InstrumentationMessages() {}

  static byte[] of(TestStatus status) {
    ProtoWriter inner = new ProtoWriter().number(3, zigzag(status.code()));
    inner.message(4, results(status.values()));
    return new ProtoWriter()
        .message(status.isEnd() ? SESSION_STATUS : TEST_STATUS, inner)
        .toBytes();
  }

  /** The end without a result. */
  static byte[] ofCrash() {
    ProtoWriter inner = new ProtoWriter().number(1, ABORTED).text(2, "Process crashed.");
    return new ProtoWriter().message(SESSION_STATUS, inner).toBytes();
  }

  private static long zigzag(int value) {
    return Integer.toUnsignedLong((value << 1) ^ (value >> (Integer.SIZE - 1)));
  }

  private static ProtoWriter results(Map<String, String> values) {
    ProtoWriter bundle = new ProtoWriter();
    values.forEach((key, value) -> {
      ProtoWriter entry = new ProtoWriter().text(1, key);
      if (NUMBERS.contains(key) && value.matches("\\d{1,9}")) {
        entry.number(3, zigzag(Integer.parseInt(value)));
      } else {
        entry.text(2, value);
      }
      bundle.message(1, entry);
    });
    return bundle;
  }
}
