package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.device.control.ControlMessage.TestStatus;
import dev.dexscope.wire.WireFormatException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** By the fields of Android's {@code instrumentation_data.proto}. */
class InstrumentationMessagesTest {
  private static ProtoMessage message(byte[] bytes) {
    return new ProtoMessage(
        ByteView.of("message", MemorySegment.ofArray(bytes), WireFormatException::new));
  }

  private static ProtoMessage part(ProtoMessage message, int field) {
    ProtoMessage part = message.part(field);
    assertThat(part).isNotNull();
    return part == null ? message : part;
  }

  private static long signed(long zigzag) {
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  private static Map<String, Object> entries(ProtoMessage bundle) {
    Map<String, Object> entries = new TreeMap<>();
    var in = new ProtoReader(bundle.bytes());
    while (in.next()) {
      var entry = new ProtoMessage(in.value());
      String text = entry.text(2);
      entries.put(entry.text(1), text.isEmpty() ? signed(entry.number(3)) : text);
    }
    return entries;
  }

  @Test
  void aTestIsAStatusWithItsValues() {
    var status =
        new TestStatus(
            false, -2, Map.of("class", "org.test.A", "numtests", "12", "stack", "ä\n  at b"));
    ProtoMessage test = part(message(InstrumentationMessages.of(status)), 1);
    assertThat(signed(test.number(3))).isEqualTo(-2);
    assertThat(entries(part(test, 4)))
        .isEqualTo(Map.of("class", "org.test.A", "numtests", 12L, "stack", "ä\n  at b"));
  }

  @Test
  void theEndIsTheStatusOfTheSession() {
    byte[] end = InstrumentationMessages.of(new TestStatus(true, -1, Map.of("numtests", "many")));
    assertThat(message(end).part(1)).isNull();
    ProtoMessage session = part(message(end), 2);
    assertThat(session.number(1)).isZero();
    assertThat(signed(session.number(3))).isEqualTo(-1);
    assertThat(entries(part(session, 4))).isEqualTo(Map.of("numtests", "many"));
  }

  @Test
  void aCrashIsAnAbortedSession() {
    ProtoMessage session = part(message(InstrumentationMessages.ofCrash()), 2);
    assertThat(session.number(1)).isEqualTo(1);
    assertThat(session.text(2)).isEqualTo("Process crashed.");
  }
}
