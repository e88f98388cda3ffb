package dev.dexscope.observe.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.observe.DexProgram;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.trace.MethodTracing;
import dev.dexscope.observe.trace.TraceRequest;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.Location;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The positions of translated code's frames in the dex code; the interpreter's are exact. */
class FramesTest {
  /** All calls stand in one line, in overloads. */
  private static final String PLACES =
      """
      public class Places {
        private final Object made;
        Places(Runnable see) { see.run(); Object o = new Object[] {new int[3]}; see.run(); made = o; }
        public static void go(Runnable see, int n) { see.run(); if (n > 0) { see.run(); go(see, (long) n); see.run(); } try { go(see, null); } finally { see.run(); } }
        public static void go(Runnable see, long n) { new Places(see); see.run(); }
        public static synchronized void go(Runnable see, String s) { synchronized (see) { see.run(); } }
      }
      """;

  @TempDir Path folder;

  private static List<List<Location>> run(Class<?> program) throws Exception {
    List<List<Location>> seen = new ArrayList<>();
    Runnable see =
        () ->
            seen.add(
                Frames.current().stream()
                    .map(GuestFrame::location)
                    .filter(Objects::nonNull)
                    .toList());
    program.getMethod("go", Runnable.class, int.class).invoke(null, see, 1);
    return seen;
  }

  @Test
  void translatedFramesAreWhereInterpretedOnesAreWithHooksToo() throws Exception {
    DexProgram program = DexProgram.compile(folder, "Places", PLACES);
    Vm.start(Engine.INTERPRETED, null, new Observation());
    List<List<Location>> interpreted = run(program.load());
    assertThat(interpreted).hasSize(8).allSatisfy(each -> assertThat(each).isNotEmpty());
    Vm.start(Engine.TRANSLATED, null, new Observation());
    Class<?> plain = program.load();

    assertThat(run(plain)).as("plain").isEqualTo(interpreted);

    MethodTracing.start(TraceRequest.EVERYTHING, OutputStream.nullOutputStream());
    try {
      assertThat(run(plain)).as("hooked when loaded").isEqualTo(interpreted);
      Class<?> hooked = program.load();
      assertThat(run(hooked)).as("hooked when defined").isEqualTo(interpreted);
      AllocationRecords.start();
      assertThat(run(hooked)).as("hooked twice").isEqualTo(interpreted);
    } finally {
      AllocationRecords.stop();
      MethodTracing.stop();
    }
    assertThat(run(plain)).as("plain again").isEqualTo(interpreted);
  }
}
