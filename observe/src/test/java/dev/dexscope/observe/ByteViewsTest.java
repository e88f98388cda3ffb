package dev.dexscope.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.vm.Engine;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Atomic access to wider values in bytes, which Android has on the heap and the JDK has not. */
class ByteViewsTest {
  private static final String SOURCE =
      """
      import java.lang.invoke.MethodHandles;
      import java.lang.invoke.VarHandle;
      import java.nio.ByteBuffer;
      import java.nio.ByteOrder;
      import java.util.Arrays;
      public class Views {
        interface Task { Object run(); }
        static void show(Task task) {
          try {
            System.out.println(task.run());
          } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName());
          }
        }
        static int aligned(VarHandle longs, byte[] bytes) {
          for (int i = 8; ; i++) {
            try {
              long found = (long) longs.getVolatile(bytes, i);
              return i;
            } catch (IllegalStateException e) {
              continue;
            }
          }
        }
        static void ints(ByteOrder order) {
          VarHandle ints = MethodHandles.byteArrayViewVarHandle(int[].class, order);
          byte[] bytes = new byte[16];
          ints.setVolatile(bytes, 4, 0x01020304);
          System.out.println(Arrays.toString(bytes) + (int) ints.getAcquire(bytes, 4));
          System.out.println((int) ints.getAndAdd(bytes, 4, 0x10101010));
          System.out.println((int) ints.getAndBitwiseOr(bytes, 4, 0x70));
          System.out.println((int) ints.getAndSetRelease(bytes, 4, 7) + " " + bytes[4] + bytes[7]);
          System.out.println(ints.compareAndSet(bytes, 4, 7, 8) + " " + ints.compareAndSet(bytes, 4, 7, 9));
          System.out.println((int) ints.compareAndExchange(bytes, 4, 8, 10) + " " + (int) ints.get(bytes, 4));
          show(() -> (int) ints.getVolatile(bytes, 5));
          show(() -> (int) ints.get(bytes, 5));
          show(() -> (int) ints.getVolatile(bytes, 16));
          show(() -> (int) ints.getVolatile((byte[]) null, 0));
        }
        static void others(ByteOrder order) {
          VarHandle longs = MethodHandles.byteArrayViewVarHandle(long[].class, order);
          VarHandle chars = MethodHandles.byteArrayViewVarHandle(char[].class, order);
          VarHandle doubles = MethodHandles.byteArrayViewVarHandle(double[].class, order);
          byte[] bytes = new byte[24];
          int at = aligned(longs, bytes);
          longs.setRelease(bytes, at, -2L);
          System.out.println((long) longs.getAndAddAcquire(bytes, at, 5L) + " " + (long) longs.getOpaque(bytes, at));
          chars.setOpaque(bytes, 2, '\\u1234');
          System.out.println((int) (char) chars.getVolatile(bytes, 2) + " " + bytes[2]);
          show(() -> chars.compareAndSet(bytes, 2, 'a', 'b'));
          doubles.setVolatile(bytes, at, 1.5);
          System.out.println((double) doubles.getAndSet(bytes, at, -0.0) + " " + doubles.compareAndSet(bytes, at, -0.0, 2.5) + (double) doubles.getVolatile(bytes, at));
          show(() -> (double) doubles.getAndAdd(bytes, at, 1.0));
        }
        static void buffers(ByteOrder order) {
          VarHandle ints = MethodHandles.byteBufferViewVarHandle(int[].class, order);
          ByteBuffer whole = ByteBuffer.allocate(32);
          whole.position(8);
          for (ByteBuffer each : new ByteBuffer[] {whole, whole.slice(), ByteBuffer.allocateDirect(32), whole.asReadOnlyBuffer()}) {
            show(() -> { ints.setVolatile(each, 4, 77); return (int) ints.getVolatile(each, 4); });
            show(() -> (int) ints.getAndAdd(each, 4, 3) + " " + each.get(4) + " " + each.get(7));
            show(() -> (int) ints.getAcquire(each, 4));
            show(() -> (int) ints.getVolatile(each, 32));
            show(() -> (int) ints.getVolatile(each, 1));
          }
        }
        public static void main(String[] args) {
          for (ByteOrder each : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            ints(each);
            others(each);
            buffers(each);
          }
        }
      }
      """;

  /** The output of Android 11. */
  private static final String EXPECTED =
      """
      [0, 0, 0, 0, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0]16909060
      16909060
      286397204
      286397300 70
      true false
      8 10
      IllegalStateException
      0
      IndexOutOfBoundsException
      NullPointerException
      -2 3
      4660 52
      UnsupportedOperationException
      1.5 true2.5
      UnsupportedOperationException
      77
      77 80 0
      80
      IndexOutOfBoundsException
      IllegalStateException
      77
      77 80 0
      80
      IndexOutOfBoundsException
      IllegalStateException
      77
      77 80 0
      80
      IndexOutOfBoundsException
      IllegalStateException
      ReadOnlyBufferException
      ReadOnlyBufferException
      80
      IndexOutOfBoundsException
      IllegalStateException
      [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0]16909060
      16909060
      286397204
      286397300 07
      true false
      8 10
      IllegalStateException
      2560
      IndexOutOfBoundsException
      NullPointerException
      -2 3
      4660 18
      UnsupportedOperationException
      1.5 true2.5
      UnsupportedOperationException
      77
      77 0 80
      80
      IndexOutOfBoundsException
      IllegalStateException
      77
      77 0 80
      80
      IndexOutOfBoundsException
      IllegalStateException
      77
      77 0 80
      80
      IndexOutOfBoundsException
      IllegalStateException
      ReadOnlyBufferException
      ReadOnlyBufferException
      80
      IndexOutOfBoundsException
      IllegalStateException
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void allModesAreThereWhereValuesAreAligned(Engine engine) throws Exception {
    DexProgram program = DexProgram.compile(folder, "Views", SOURCE);

    assertThat(program.on(engine).output()).isEqualTo(EXPECTED);
  }
}
