package dev.dexscope.agents.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The library for each machine, also those that the tests do not run on. */
class ElfLibraryTest {
  private static final int PT_LOAD = 1;
  private static final int PT_DYNAMIC = 2;
  private static final int DT_STRTAB = 5;
  private static final int DT_SYMTAB = 6;
  private static final int DT_RELA = 7;
  private static final int DT_HASH = 4;

  /** The largest page of Linux on any of the machines. */
  private static final int LARGEST_PAGE = 0x1_0000;

  /** A part of the file that is loaded. */
  private record Segment(int flags, long offset, long address, long size, long align) {}

  private final Map<String, Long> symbols = new HashMap<>();
  private final List<Segment> loaded = new ArrayList<>();
  private final Map<Long, Long> dynamic = new HashMap<>();

  private ByteBuffer read(Architecture architecture) {
    ByteBuffer file =
        ByteBuffer.wrap(MachineLibrary.bytes(architecture)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < file.getShort(0x38); i++) {
      int at = (int) file.getLong(0x20) + 56 * i;
      int kind = file.getInt(at);
      long offset = file.getLong(at + 8);
      if (kind == PT_LOAD) {
        long address = file.getLong(at + 16);
        long size = file.getLong(at + 40);
        loaded.add(new Segment(file.getInt(at + 4), offset, address, size, file.getLong(at + 48)));
      } else if (kind == PT_DYNAMIC) {
        for (int place = (int) offset; file.getLong(place) != 0; place += 16) {
          dynamic.put(file.getLong(place), file.getLong(place + 8));
        }
      }
    }
    int count = file.getInt(place(DT_HASH) + 4);
    for (int i = 1; i < count; i++) {
      int symbol = place(DT_SYMTAB) + 24 * i;
      int name = place(DT_STRTAB) + file.getInt(symbol);
      int end = name;
      while (file.get(end) != 0) {
        end++;
      }
      byte[] text = new byte[end - name];
      file.get(name, text);
      symbols.put(new String(text, StandardCharsets.US_ASCII), file.getLong(symbol + 8));
    }
    return file;
  }

  /** Tables stand in the first segment, whose addresses are places in the file. */
  private int place(long tag) {
    return Math.toIntExact(dynamic.getOrDefault(tag, -1L));
  }

  @Test
  void theMachineIsNamed() {
    assertThat(read(Architecture.X86_64).getShort(0x12)).isEqualTo((short) 62);
    assertThat(read(Architecture.AARCH64).getShort(0x12)).isEqualTo((short) 183);
    assertThat(Architecture.of("amd64")).isEqualTo(Architecture.X86_64);
    assertThat(Architecture.of("aarch64")).isEqualTo(Architecture.AARCH64);
    assertThat(Architecture.of("riscv64")).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void segmentsShareNoPage(Architecture architecture) {
    read(architecture);

    assertThat(loaded).extracting(Segment::flags).containsExactly(5, 6);
    for (Segment each : loaded) {
      assertThat(each.align).isEqualTo(LARGEST_PAGE);
      assertThat(each.offset % each.align).isEqualTo(each.address % each.align);
    }
    long codeEnds = loaded.get(0).address + loaded.get(0).size;
    assertThat((codeEnds - 1) / LARGEST_PAGE).isLessThan(loaded.get(1).address / LARGEST_PAGE);
  }

  /** Tables of what is known of methods are large, and empty at first. */
  @ParameterizedTest
  @EnumSource
  void zerosAreNotInTheFile(Architecture architecture) {
    ByteBuffer file = read(architecture);

    assertThat(loaded.getLast().size).isGreaterThan(Layout.dataSize());
    assertThat(file.capacity()).isLessThan(40_000);
  }

  @ParameterizedTest
  @EnumSource
  void codeAndDataAreFoundByTheirNames(Architecture architecture) {
    read(architecture);

    Segment code = loaded.getFirst();
    for (String each : Symbols.functions()) {
      assertThat(symbols).containsKey(each);
      assertThat(symbols.get(each)).as(each).isBetween(code.address, code.address + code.size);
    }
    Segment data = loaded.getLast();
    assertThat(symbols.get(Symbols.DATA))
        .isBetween(data.address, data.address + data.size - Layout.dataSize());
  }

  @ParameterizedTest
  @EnumSource
  void entriesAreAsFarApartAsJavaThinks(Architecture architecture) {
    read(architecture);

    long functions = Layout.ENTRY * (Layout.LAST_FUNCTION + 1L);
    long first = symbols.getOrDefault(Symbols.ENTRIES, 0L);
    assertThat(first % Layout.ENTRY).isZero();
    assertThat(symbols)
        .containsEntry(Symbols.FRAME_ENTRIES, first + functions)
        .containsEntry(Symbols.AROUND_ENTRIES, first + 2 * functions)
        .containsEntry(Symbols.AROUND_WITH_FRAMES_ENTRIES, first + 3 * functions)
        .containsEntry(Symbols.CLASS_SIGNATURE, first + 4 * functions)
        .containsEntry(Symbols.STACK_TRACE, first + 4 * functions + Layout.ENTRY)
        .containsEntry(Symbols.EVENT_ENTRIES, first + 4 * functions + 2 * Layout.ENTRY);
  }

  @ParameterizedTest
  @EnumSource
  void theLinkerIsAskedForTheThreadsCounter(Architecture architecture) {
    ByteBuffer file = read(architecture);

    long counter = symbols.getOrDefault(Symbols.DATA, 0L) + Layout.offset(Layout.NESTING);
    assertThat(file.getLong(place(DT_RELA))).isEqualTo(counter);
    // R_X86_64_TPOFF64, R_AARCH64_TLS_TPREL
    assertThat(file.getLong(place(DT_RELA) + 8))
        .isEqualTo(architecture == Architecture.X86_64 ? 18 : 1030);
  }
}
