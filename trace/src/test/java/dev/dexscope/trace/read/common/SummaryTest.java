package dev.dexscope.trace.read.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.TraceFormatException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SummaryTest {
  /**
   * The lists of ART begin with threads that have ended. At the runtime's end the main thread is
   * among them, and its system thread is listed once more, by what it has become.
   */
  @Test
  void theMainThreadKeepsItsNameWhenTheRuntimeEnds() {
    byte[] text =
        """
        *version
        3
        *threads
        7\tmain
        9\tHeapTaskDaemon
        7\tShutdown thread
        8\tShutdown thread
        *methods
        *end
        """
            .getBytes(StandardCharsets.UTF_8);
    var threads = new ThreadTable();

    Summary.read(
        ByteView.of("art.trace", MemorySegment.ofArray(text), TraceFormatException::new),
        0,
        text.length,
        Summary.ALL_BITS,
        threads,
        new MethodIds());

    assertThat(threads.name(threads.indexOf(7))).isEqualTo("main");
    assertThat(threads.name(threads.indexOf(8))).isEqualTo("Shutdown thread");
  }
}
