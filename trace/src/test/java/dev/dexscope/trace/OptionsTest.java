package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.retrace.Mapping;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mapping files, and times without the clock's own cost. */
class OptionsTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void aTraceOfRenamedMethods() throws IOException {
    file = folder.resolve("a.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.key("clock-call-overhead-nsec", "2000");
      out.thread(1, "main");
      out.method(new Method(4, "a.a", "a", "(La/b;)V", "", -1));
      out.method(new Method(8, "a.a", "a", "(I)V", "", -1));
      out.method(new Method(12, "a.b", "b", "()La/a;", "", -1));
      out.method(new Method(16, "java.lang.Object", "wait", "()V", "", -1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      for (int i = 0; i < 10; i++) {
        out.record(1, 8, TraceviewWriter.ENTER, 10 + 10 * i, 10 + 10 * i);
        out.record(1, 8, TraceviewWriter.EXIT, 15 + 10 * i, 15 + 10 * i);
      }
      out.record(1, 4, TraceviewWriter.EXIT, 200, 200);
    }
  }

  @Test
  void namesAreMappedBackAndOverloadsKeptApart() throws IOException {
    Path mapping =
        Files.writeString(
            folder.resolve("mapping.txt"),
            """
            # compiler: R8
            com.example.Shop -> a.a:
            # {"id":"sourceFile","fileName":"Shop.java"}
                int count -> a
                1:5:void sell(com.example.Item):10:14 -> a
                6:9:void inlined():30:30 -> a
                6:9:void sell(int):20:23 -> a
            com.example.Item -> a.b:
                com.example.Shop home() -> b
            """);

    Trace trace = TraceReader.open(file, TraceOptions.PLAIN.withMapping(mapping));

    MethodTable methods = trace.methods();
    assertThat(methods.get(0).fullName()).isEqualTo("com.example.Shop.sell(Lcom/example/Item;)V");
    assertThat(methods.get(1).fullName()).isEqualTo("com.example.Shop.sell(I)V");
    assertThat(methods.get(2).fullName()).isEqualTo("com.example.Item.home()Lcom/example/Shop;");
    assertThat(methods.get(3).fullName()).isEqualTo("java.lang.Object.wait()V");
  }

  /** R8 notes the types that a method has now where it has changed them. */
  @Test
  void aMethodWhosePartsWereRemovedHasItsSignatureOfOld() throws IOException {
    Path mapping =
        Files.writeString(
            folder.resolve("mapping.txt"),
            """
            # {"id":"com.android.tools.r8.mapping","version":"2.2"}
            com.example.Shop -> a.a:
                1:5:void sell(com.example.Item[],long,int):10:14 -> a
                # {"id":"com.android.tools.r8.residualsignature","signature":"(La/b;)V"}
                6:9:void sell(int):20:23 -> a
            com.example.Item -> a.b:
            """);

    Mapping read = Mapping.read(mapping);

    assertThat(read.apply(new Method(1, "a.a", "a", "(La/b;)V", "", -1)).fullName())
        .isEqualTo("com.example.Shop.sell([Lcom/example/Item;JI)V");
    assertThat(read.apply(new Method(1, "a.a", "a", "(I)V", "", -1)).fullName())
        .isEqualTo("com.example.Shop.sell(I)V");
    assertThat(read.apply(new Method(1, "a.a", "a", "", "", -1)).fullName())
        .isEqualTo("com.example.Shop.sell");
    assertThat(read.apply(new Method(1, "a.a", "a", "(Lx;)V", "", -1)).fullName())
        .isEqualTo("com.example.Shop.a(Lx;)V");
  }

  @Test
  void whatIsNoMappingIsRefused() throws IOException {
    Path mapping = Files.writeString(folder.resolve("mapping.txt"), "hello\n");

    assertThatThrownBy(() -> TraceReader.open(file, TraceOptions.PLAIN.withMapping(mapping)))
        .isInstanceOf(MappingFormatException.class)
        .hasMessageEndingWith("line 1 has no '->'");
    // What R8's own retrace refuses names nothing, and would be passed over in silence.
    for (String line :
        List.of("a.A -> b", "    void c() -> d", "a.A -> b:\n    1:x:void c() -> d")) {
      Files.writeString(mapping, line + "\n");
      assertThatThrownBy(() -> Mapping.read(mapping)).isInstanceOf(MappingFormatException.class);
    }
    Files.writeString(mapping, "x".repeat(1 << 20));
    assertThatThrownBy(() -> Mapping.read(mapping)).message().hasSizeLessThan(1000);
    for (String without : List.of("", "# compiler: R8\n\n")) {
      Files.writeString(mapping, without);
      assertThatThrownBy(() -> Mapping.read(mapping))
          .isInstanceOf(MappingFormatException.class)
          .hasMessageEndingWith("names no class");
    }
    Files.write(mapping, new byte[] {'a', (byte) 0xff, 0});
    assertThatThrownBy(() -> Mapping.read(mapping))
        .isInstanceOf(MappingFormatException.class)
        .hasMessageEndingWith("is not text");
  }

  /** Passed over, a mistaken word would look like an answer to it. */
  @Test
  void aKindOfSamplesIsRefusedWhereThereIsNoChoice() throws IOException {
    assertThatThrownBy(() -> TraceReader.open(file, TraceOptions.PLAIN.withEvent("alloc")))
        .isInstanceOf(RefusedFileException.class)
        .hasMessage("no samples of alloc, " + file + "; it has calls: omit the kind of samples");

    Path stacks = Files.writeString(folder.resolve("stacks.txt"), "a.A.main;a.A.run 3\n");
    assertThatThrownBy(() -> TraceReader.open(stacks, TraceOptions.PLAIN.withEvent("alloc")))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageEndingWith("; it has samples of one kind: omit the kind of samples");
  }

  @Test
  void theClocksCostIsTakenOff() throws IOException {
    CallTree plain = TraceReader.open(file).threads().getFirst().tree();
    CallTree less =
        TraceReader.open(file, TraceOptions.PLAIN.withoutClockOverhead(true))
            .threads()
            .getFirst()
            .tree();

    assertThat(plain.inclusiveWall(1)).isEqualTo(200_000);
    // Ten callees of 5 µs, each with one reading of 2 µs inside.
    assertThat(less.inclusiveWall(2)).isEqualTo(10 * 3_000);
    // One reading of its own, and both of each callee.
    assertThat(less.inclusiveWall(1)).isEqualTo(200_000 - 2_000 - 10 * 2 * 2_000);
    assertThat(less.exclusiveWall(1)).isEqualTo(158_000 - 30_000);
  }
}
