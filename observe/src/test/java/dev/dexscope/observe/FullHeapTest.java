package dev.dexscope.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.vm.Engine;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program whose heap is full runs on, as on ART, whose code needs no memory of the heap. */
class FullHeapTest {
  private static final String SOURCE =
      """
      public class Full {
        static int first = 1, second = 2, third = 3;
        static Object held;
        static Object eat() {
          Object[] all = new Object[1000];
          int size = 1 << 28;
          for (int i = 0; i < all.length && size > 0; ) {
            try {
              all[i] = new byte[size];
              i++;
            } catch (OutOfMemoryError e) {
              size /= 2;
            }
          }
          return all;
        }
        static boolean isRefused() {
          try {
            held = new int[1 << 16];
            return false;
          } catch (OutOfMemoryError e) {
            return true;
          }
        }
        public static void main(String[] args) {
          held = eat();
          Object kept = held;
          int sum = first + second + third;
          boolean is = kept instanceof Object[] && !(kept instanceof Comparable[]);
          held = null;
          kept = null;
          System.out.println(sum + " " + is + !isRefused());
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void whatIsFirstExecutedThenIsLinked() throws Exception {
    DexProgram program = DexProgram.compile(folder, "Full", SOURCE);

    assertThat(program.on(Engine.INTERPRETED).output()).isEqualTo("6 truetrue\n");
  }
}
