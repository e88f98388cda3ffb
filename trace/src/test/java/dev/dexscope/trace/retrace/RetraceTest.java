package dev.dexscope.trace.retrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.retrace.ProguardMapProducer;
import com.android.tools.r8.retrace.ProguardMappingSupplier;
import com.android.tools.r8.retrace.RetraceCommand;
import dev.dexscope.trace.MappingFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the mapping format states, beside R8's own {@code retrace}. */
class RetraceTest {
  private static final String HEAD =
      "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n";

  @TempDir private Path folder;

  /** A mapping file and a log. */
  record Case(String name, String mapping, String log, String restored) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case(
            "a log of Android, with lines of other kinds",
            """
            shop.Cart -> a.a:
                1:3:void fill(int):20:22 -> b
            shop.CartException -> a.b:
            """,
            """
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: FATAL EXCEPTION: main
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: a.b: of a.a: 3
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: \tat a.a.b(SourceFile:2)
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: \tat android.os.Handler.dispatch(Handler.java:9)
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: Caused by: a.b
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: \t... 3 more
              #00 pc 0000000000051b4c  /system/lib64/libc.so (syscall+28)
            \tSuppressed: a.b: no cart
            \tat a.a.b(Unknown Source)
            \tat a.a.b(Native Method)
            """,
            """
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: FATAL EXCEPTION: main
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: shop.CartException: of a.a: 3
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: \tat shop.Cart.fill(Cart.java:21)
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: \tat android.os.Handler.dispatch(Handler.java:9)
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: Caused by: shop.CartException
            11-29 03:00:01.123  1042  1061 E AndroidRuntime: \t... 3 more
              #00 pc 0000000000051b4c  /system/lib64/libc.so (syscall+28)
            \tSuppressed: shop.CartException: no cart
            \tat shop.Cart.fill(Cart.java)
            \tat shop.Cart.fill(Native Method)
            """),
        new Case(
            "inlined frames, with the file of each class",
            """
            shop.Cart -> a:
            # {"id":"sourceFile","fileName":"Shop.kt"}
                4:4:long shop.Price.cents():70:70 -> a
                4:4:void sum(java.util.List):12 -> a
                4:4:void fill(int):8 -> a
            """,
            "\tat a.a(SourceFile:4)\n",
            "\tat shop.Price.cents(Price.java:70)\n\tat shop.Cart.sum(Shop.kt:12)\n\tat shop.Cart.fill(Shop.kt:8)\n"),
        new Case(
            "methods that have the same name now",
            """
            shop.Cart -> a:
                void fill(int) -> a
                void sum() -> a
            """,
            "at a.a(SourceFile:4)\n",
            "at shop.Cart.fill(Cart.java:4)\n<OR> at shop.Cart.sum(Cart.java:4)\n"),
        new Case(
            "outlined code, whose caller's line depends on its own",
            HEAD
                + """
                shop.Outline -> a:
                    1:2:int outline():0:0 -> a
                # {"id":"com.android.tools.r8.outline"}
                shop.Cart -> b:
                    5:5:int sum():98:98 -> s
                    5:5:int fill(int):24 -> s
                    27:27:int fill(int):0:0 -> s
                # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":5,"2":6},"outline":"La;a()I"}
                """,
            "java.io.IOException\n\tat a.a(SourceFile:1)\n\tat b.s(SourceFile:27)\n",
            "java.io.IOException\n\tat shop.Cart.sum(Cart.java:98)\n\tat shop.Cart.fill(Cart.java:24)\n"),
        new Case(
            "frames of a check that R8 moved",
            HEAD
                + """
                shop.Cart -> a:
                    4:4:void shop.Price.check():23:23 -> a
                    4:4:void fill(int):7 -> a
                    # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}
                """,
            """
            java.lang.NullPointerException
            \tat a.a(SourceFile:4)
            java.lang.IllegalStateException
            \tat a.a(SourceFile:4)
            """,
            """
            java.lang.NullPointerException
            \tat shop.Cart.fill(Cart.java:7)
            java.lang.IllegalStateException
            \tat shop.Price.check(Price.java:23)
            \tat shop.Cart.fill(Cart.java:7)
            """),
        new Case(
            "a lambda's method, which the source does not have",
            HEAD
                + """
                shop.Cart$$ExternalSyntheticLambda0 -> a:
                # {"id":"com.android.tools.r8.synthesized"}
                    1:1:void shop.Cart.lambda$fill$0():14:14 -> run
                    1:1:void run():0 -> run
                    # {"id":"com.android.tools.r8.synthesized"}
                """,
            "\tat a.run(R8$$SyntheticClass:1)\n",
            "\tat shop.Cart.lambda$fill$0(Cart.java:14)\n"),
        new Case(
            "a line of several, and lines that the file does not have",
            """
            shop.Cart -> a:
                1:1:void fill(int):20:22 -> b
            """,
            "\tat a.b(SourceFile:1)\n\tat a.b(SourceFile:9)\n\tat a.c(SourceFile:9)\n",
            """
            \tat shop.Cart.fill(Cart.java:20)
            \t<OR> at shop.Cart.fill(Cart.java:21)
            \t<OR> at shop.Cart.fill(Cart.java:22)
            \tat shop.Cart.b(Cart.java:9)
            \tat shop.Cart.c(Cart.java:9)
            """),
        new Case(
            "notes of a file without a version",
            """
            shop.Cart -> a:
                1:1:void fill(int):20:20 -> b
                # {"id":"com.android.tools.r8.synthesized"}
            """,
            "\tat a.b(SourceFile:1)\n",
            "\tat shop.Cart.fill(Cart.java:20)\n"));
  }

  private Path mapping(String text) throws IOException {
    return Files.writeString(folder.resolve("mapping.txt"), text);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void itIsAsR8RestoresIt(Case each) throws IOException {
    Path mapping = mapping(each.mapping());
    Retrace.Log log = Retrace.read(mapping).log();
    List<String> ofR8 = new ArrayList<>();
    com.android.tools.r8.retrace.Retrace.run(
        RetraceCommand.builder()
            .setMappingSupplier(
                ProguardMappingSupplier.builder()
                    .setProguardMapProducer(ProguardMapProducer.fromPath(mapping))
                    .build())
            .setStackTrace(each.log().lines().toList())
            .setRetracedStackTraceConsumer(ofR8::addAll)
            .build());

    List<String> restored = each.log().lines().flatMap(l -> log.restore(l).stream()).toList();

    assertThat(restored).isEqualTo(each.restored().lines().toList()).isEqualTo(ofR8);
  }

  @Test
  void damagedFilesAreReportedWithTheirLine() throws IOException {
    List<String> damaged =
        List.of(
            "    void a() -> b\n",
            "shop.Cart -> a:\n  1:99999999999:void a():1:1 -> b\n",
            "shop.Cart -> a:\n  1:void a():1:1 -> b\n",
            "shop.Cart -> a:\n  a() -> b\n",
            "shop.Cart -> a\n",
            "shop.Cart\n",
            "");
    for (String text : damaged) {
      Path file = mapping(text);
      assertThatThrownBy(() -> Retrace.read(file))
          .as(text)
          .isInstanceOf(MappingFormatException.class)
          .hasMessageContaining("mapping.txt");
    }
  }

  @Test
  void aRangeWithoutBoundIsNotListed() throws IOException {
    Path file = mapping("shop.Cart -> a:\n  1:1:void fill():1:999999999 -> b\n");

    assertThat(Retrace.read(file).log().restore("\tat a.b(X:1)")).hasSize(1);
  }

  /** Each would take minutes by a pattern that tries again from each position. */
  @Test
  void noLineTakesLong() throws IOException {
    Retrace.Log log = Retrace.read(mapping("shop.Cart -> a:\n")).log();
    for (String part : List.of("at a.", "a: ", "at a.a(", ") ", "a.", "\" a", "at a/")) {
      String line = part.repeat(200_000);
      assertThat(log.restore(line)).hasSize(1);
    }
  }
}
