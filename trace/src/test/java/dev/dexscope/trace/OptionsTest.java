package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.retrace.Mapping;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /** A profile of frames {@code method:line}, the outermost first. */
  private Path profile(String... frames) throws IOException {
    List<String> strings = new ArrayList<>(List.of("", "cpu", "nanoseconds", "r8-map-id-0a"));
    var file = new ProtoWriter().message(1, new ProtoWriter().number(1, 1).number(2, 2));
    var sample = new ProtoWriter();
    for (int i = 0; i < frames.length; i++) {
      int colon = frames[i].indexOf(':');
      strings.add(frames[i].substring(0, colon));
      int line = Integer.parseInt(frames[i].substring(colon + 1));
      int name = strings.size() - 1;
      file.message(5, new ProtoWriter().number(1, i + 1).number(2, name).number(4, 3));
      var at = new ProtoWriter().number(1, i + 1).number(2, line);
      file.message(4, new ProtoWriter().number(1, i + 1).message(4, at));
      sample.number(1, frames.length - i);
    }
    file.message(2, sample.number(2, 1000));
    strings.forEach(each -> file.text(6, each));
    return Files.write(folder.resolve("a.pb"), file.toBytes());
  }

  /** The only path of a profile, with its lines. */
  private static List<String> path(Trace trace) {
    CallTree tree = trace.threads().getFirst().tree();
    List<String> path = new ArrayList<>();
    for (int node = 1; node < tree.size(); node++) {
      assertThat(tree.parent(node)).isEqualTo(node - 1);
      int method = tree.method(node);
      List<LineTimes.Time> lines = trace.lines().of(method, _ -> true);
      String line = lines.isEmpty() ? "" : ":" + lines.getFirst().line();
      path.add(trace.methods().get(method).fullName() + line);
    }
    return path;
  }

  @Test
  void framesWithLinesBecomeThoseThatWereInlinedThere() throws IOException {
    Path mapping =
        Files.writeString(
            folder.resolve("mapping.txt"),
            """
            # {"id":"com.android.tools.r8.mapping","version":"2.2"}
            # pg_map_id: 0a
            shop.Main -> a.a:
                1:1:void run():10:10 -> a
                2:2:int shop.Cart.tax():40:40 -> a
                2:2:int shop.Cart.total():33:33 -> a
                2:2:void run():12:12 -> a
                4:4:void run():15:15 -> a
                5:5:void run():0:0 -> a
                # {"id":"com.android.tools.r8.outlineCallsite","positions":{"7":4,"8":2}}
                1:3:void open():1:3 -> d
                2:4:void open(int):5:7 -> d
                3:5:void close():9:11 -> d
                1:1:void each():20:29 -> e
            shop.Outline -> a.o:
                7:8:int text():0:1 -> a
                # {"id":"com.android.tools.r8.outline"}
            shop.Price -> a.p:
                1:9:long shop.Price.cents():21:29 -> b
                1:9:void shop.Price.print():50:50 -> c
                # {"id":"com.android.tools.r8.synthesized"}
            """);
    TraceOptions options = TraceOptions.PLAIN.withMapping(mapping);

    // What R8 inlined, the line of a call, a class that it did not rename, and a frame without a
    // line.
    assertThat(
            path(TraceReader.open(profile("a.a.a:2", "a.p.b:3", "java.lang.Long.sum:4"), options)))
        .containsExactly(
            "shop.Main.run:12",
            "shop.Cart.total:33",
            "shop.Cart.tax:40",
            "shop.Price.cents:23",
            "java.lang.Long.sum:4");
    assertThat(path(TraceReader.open(profile("a.a.a:0", "a.p.b:0"), options)))
        .containsExactly("shop.Main.run", "shop.Price.cents");
    // It may have been several: their name is certain, if there is one, and a line if it is theirs.
    assertThat(path(TraceReader.open(profile("a.a.d:2", "a.a.d:3", "a.a.e:1"), options)))
        .containsExactly("shop.Main.open", "shop.Main.d", "shop.Main.each");
    // Code of several methods has no place in the source, and says where its caller was.
    assertThat(path(TraceReader.open(profile("a.a.a:5", "a.o.a:8"), options)))
        .containsExactly("shop.Main.run:12", "shop.Cart.total:33", "shop.Cart.tax:40");
    assertThat(path(TraceReader.open(profile("a.a.a:5", "a.o.a:7", "a.p.b:1"), options)))
        .containsExactly("shop.Main.run:15", "shop.Price.cents:21");
    assertThat(path(TraceReader.open(profile("a.p.c:1", "a.p.b:1"), options)))
        .containsExactly("shop.Price.cents:21");
    // A folder's file is known only once the profile was read.
    TraceOptions inFolder = TraceOptions.PLAIN.withMapping(folder);
    assertThat(path(TraceReader.open(profile("a.a.a:2"), inFolder)))
        .containsExactly("shop.Main.run:12", "shop.Cart.total:33", "shop.Cart.tax:40");
  }

  /** A method that is both inlined and called is one. */
  @Test
  void aMethodIsTheSameWithAndWithoutItsLine() throws IOException {
    Path mapping =
        Files.writeString(
            folder.resolve("mapping.txt"),
            """
            a.a -> a.b:
                void kept() -> b
            shop.Main -> a.a:
                2:2:void shop.Main.sum():40:40 -> a
                2:2:void run():12:12 -> a
                4:4:void sum():40:40 -> b
                void shop.Base.close() -> c
                void shop.Other.close() -> c
                void shop.Base.open() -> d
            """);

    Trace trace =
        TraceReader.open(
            profile("a.a.a:2", "a.a.b:4", "a.b.b:0", "a.a.b:0"),
            TraceOptions.PLAIN.withMapping(mapping));

    CallTree tree = trace.threads().getFirst().tree();
    assertThat(path(trace))
        .containsExactly(
            "shop.Main.run:12",
            "shop.Main.sum:40",
            "shop.Main.sum:40",
            "a.a.kept",
            "shop.Main.sum:40");
    assertThat(tree.method(2)).isEqualTo(tree.method(3)).isEqualTo(tree.method(5));
    assertThat(trace.methods().recorded(tree.method(4)).fullName()).isEqualTo("a.b.b");
    // Classes that R8 has merged have methods of both: which of them it was is open.
    Mapping read = Mapping.read(mapping);
    assertThat(read.apply(new Method(1, "a.a", "c", "", "", -1)).fullName())
        .isEqualTo("shop.Main.close");
    assertThat(read.apply(new Method(1, "a.a", "d", "", "", -1)).fullName())
        .isEqualTo("shop.Base.open");
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
