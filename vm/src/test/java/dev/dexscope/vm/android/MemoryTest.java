package dev.dexscope.vm.android;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dalvik.system.VMRuntime;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import libcore.io.Memory;
import org.junit.jupiter.api.Test;

/** Numbers at addresses of arrays and of the system's memory. */
class MemoryTest {
  private final VMRuntime runtime = VMRuntime.getRuntime();

  @Test
  void addressesOfArraysLeadToTheirElements() {
    byte[] bytes = (byte[]) runtime.newNonMovableArray(byte.class, 9);
    int[] ints = (int[]) runtime.newNonMovableArray(int.class, 2);
    long address = runtime.addressOf(bytes);
    boolean swap = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    Memory.pokeLong(address + 1, 0x0102030405060708L, swap);
    Memory.pokeShort(address, (short) 0x1122, swap);
    Memory.pokeInt(runtime.addressOf(ints) + Integer.BYTES, 7, false);

    assertThat(bytes).containsExactly(0x11, 0x22, 2, 3, 4, 5, 6, 7, 8);
    assertThat(ints).containsExactly(0, 7);
    assertThat(Memory.peekByte(address + 8)).isEqualTo((byte) 8);
    assertThat(Memory.peekInt(address + 5, swap)).isEqualTo(0x05060708);
    assertThat(Memory.peekInt(address + 5, !swap)).isEqualTo(0x08070605);
    assertThat(Memory.peekShort(address + 7, swap)).isEqualTo((short) 0x0708);
    assertThat(Memory.peekLong(address + 1, swap)).isEqualTo(0x2202030405060708L);
  }

  @Test
  void otherAddressesAreTheSystems() {
    try (Arena arena = Arena.ofConfined()) {
      long address = arena.allocate(8).address();
      Memory.pokeLong(address, 5, false);
      assertThat(Memory.peekLong(address, false)).isEqualTo(5);
    }
  }

  @Test
  void whatMovesHasNoAddress() {
    byte[] array = (byte[]) runtime.newNonMovableArray(byte.class, 4);
    long address = runtime.addressOf(array);
    assertThatThrownBy(() -> runtime.addressOf(new byte[1]))
        .isInstanceOf(RuntimeException.class)
        .hasMessage("Trying to get address of movable array object");
    assertThatThrownBy(() -> runtime.addressOf("text"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Memory.peekInt(address + 2, false))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(array).hasSize(4);
  }
}
