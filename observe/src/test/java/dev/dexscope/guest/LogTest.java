package dev.dexscope.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import android.util.Log;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.observe.logcat.Logcat;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LogTest {
  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Observation());
  }

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  LogTest() {
    Logcat.log().clear();
    Logcat.log().echo(new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restore() {
    Logcat.log().echo(System.err);
    System.clearProperty("log.tag.Quiet");
  }

  @Test
  void aMessageIsPrintedInTheBriefFormat() {
    String pid = String.format("%5d", ProcessHandle.current().pid());
    assertThat(Log.i("Tag", "one\ntwo")).isEqualTo(1 + 4 + 8);
    assertThat(printed()).isEqualTo("I/Tag     (" + pid + "): one\nI/Tag     (" + pid + "): two\n");
    assertThat(Logcat.log().entries()).extracting(LogEntry::message).containsExactly("one\ntwo");
  }

  @Test
  void anExceptionFollowsItsMessage() {
    Log.e("LongerThanEight", "failed", new IllegalStateException("why"));
    assertThat(printed())
        .contains("): failed\nE/LongerThanEight(")
        .contains("): java.lang.IllegalStateException: why\n")
        .contains("): \tat dev.dexscope.guest.LogTest.");
    assertThat(Log.getStackTraceString(new RuntimeException(new UnknownHostException()))).isEmpty();
    assertThatThrownBy(() -> Log.d("Tag", null)).hasMessage("println needs a message");
  }

  @Test
  void levelsAreProperties() {
    assertThat(Log.isLoggable("Quiet", Log.INFO)).isTrue();
    assertThat(Log.isLoggable("Quiet", Log.DEBUG)).isFalse();
    System.setProperty("log.tag.Quiet", "VERBOSE");
    assertThat(Log.isLoggable("Quiet", Log.VERBOSE)).isTrue();
    System.setProperty("log.tag.Quiet", "SUPPRESS");
    assertThat(Log.isLoggable("Quiet", Log.ASSERT)).isFalse();
  }

  @Test
  void theBufferKeepsTheNewest() {
    Logcat.log().echo(new PrintStream(OutputStream.nullOutputStream()));
    String text = "x".repeat(1000);
    for (int i = 0; i < 1000; i++) {
      Logcat.log().add(new LogEntry(Instant.EPOCH, 0, Log.DEBUG, 1, i, "T", text));
    }
    var entries = Logcat.log().entries();
    assertThat(entries.getLast().tid()).isEqualTo(999);
    assertThat(entries).hasSizeBetween(250, 262);
  }
}
