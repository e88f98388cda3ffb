package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.Label;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpCommandTest {
  @TempDir Path folder;
  private Path dex = Path.of("");

  @BeforeEach
  void makeDex() throws IOException {
    dex = folder.resolve("classes.dex");
    DexBuilder builder = DexBuilder.ofVersion(35);
    builder.define(
        "Lp/Main;",
        c -> {
          c.accessFlags(AccessFlags.PUBLIC | AccessFlags.FINAL).sourceFile("Main.java");
          c.field(AccessFlags.STATIC, "limit", "I").value(new EncodedValue.OfInt(10));
          c.method(AccessFlags.STATIC, "count", Proto.of("I", "I"))
              .code(1, DumpCommandTest::writeLoop);
        });
    builder.define("Lp/Other;", _ -> {});
    builder.define("L../../escape;", _ -> {});
    Files.write(dex, builder.build());
  }

  private static void writeLoop(CodeBuilder b) {
    Label again = b.newLabel();
    Label end = b.newLabel();
    Label handler = b.newLabel();
    b.parameterNames(List.of("n"));
    b.line(3);
    b.constant(0, 0);
    b.bind(again);
    b.line(4);
    b.invoke(Opcode.INVOKE_STATIC, MethodRef.of("Ljava/lang/Thread;", "yield", "()V"));
    b.literal(Opcode.ADD_INT_LIT8, 0, 0, 1);
    b.branch(Opcode.IF_LT, 0, 1, again);
    b.bind(end);
    b.emit(Opcode.RETURN, 0);
    b.bind(handler);
    b.emit(Opcode.MOVE_EXCEPTION, 1);
    b.emit(Opcode.THROW, 1);
    b.tryCatch(again, end, "Ljava/lang/Error;", handler);
  }

  @Test
  void aClassWithItsCode() {
    Run run = Run.of("dump", "--code", "--class", "p.Main", dex.toString());

    assertThat(run.exit()).isZero();
    assertThat(run.out().replace("\r", ""))
        .isEqualTo(
            """

            .class public final Lp/Main;
            .super Ljava/lang/Object;
            .source "Main.java"

            .field static limit:I = 0xa

            .method static count(I)I
                .registers 2
                .param p0, "n"    # I
                .line 3
                const/4 v0, 0x0
                :L1
                .line 4
                invoke-static {}, Ljava/lang/Thread;->yield()V
                add-int/lit8 v0, v0, 0x1
                if-lt v0, p0, :L1
                :L8
                .catch Ljava/lang/Error; {:L1 .. :L8} :L9
                return v0
                :L9
                move-exception p0
                throw p0
            .end method
            """);
  }

  @Test
  void allClassesWithoutCode() {
    Run run = Run.of("dump", dex.toString());

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .startsWith("# " + dex + ": version 035, ")
        .contains("3 classes")
        .contains(".method static count(I)I\n.end method\n")
        .contains(".class Lp/Other;")
        .doesNotContain(".registers");
  }

  @Test
  void namesMayHaveGaps() {
    assertThat(Run.of("dump", "-c", "p.*", dex.toString()).out())
        .contains("Lp/Main;", "Lp/Other;")
        .doesNotContain("escape");
    assertThat(Run.of("dump", "-c", "Lp/Other;", dex.toString()).out()).contains("Lp/Other;");
  }

  @Test
  void aFileForEachClass() throws IOException {
    Path out = folder.resolve("smali");

    Run run = Run.of("dump", "-c", "p.*", "-o", out.toString(), dex.toString());

    assertThat(run.exit()).isZero();
    assertThat(out.resolve("p/Main.smali")).content().contains("if-lt v0, p0, :L1");
    assertThat(out.resolve("p/Other.smali")).exists();
  }

  @Test
  void noFileLeavesTheFolder() {
    Path in = folder.resolve("deep/in");
    assertThat(in.toFile().mkdirs()).isTrue();
    Path out = in.resolve("it");

    Run run = Run.of("dump", "-o", out.toString(), dex.toString());

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err())
        .contains("class L../../escape; has no name for a file, " + dex + "; omit --output");
    assertThat(folder.resolve("deep/escape.smali")).doesNotExist();
    assertThat(out).doesNotExist();
  }

  @Test
  void aClassThatIsNotThere() {
    Run run = Run.of("dump", "-c", "p.Nothing", dex.toString());

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).contains("no class p.Nothing, " + dex);
  }

  @Test
  void aFileThatIsNoDexFile() throws IOException {
    Path text = folder.resolve("text.dex");
    Files.writeString(text, "hello");
    Path compact = folder.resolve("compact.dex");
    Files.write(compact, "cdex001\0".concat("x".repeat(200)).getBytes(StandardCharsets.US_ASCII));

    assertThat(Run.of("dump", text.toString()).err()).contains("is text, not a program");
    assertThat(Run.of("dump", compact.toString()).err()).contains("CompactDex");
    assertThat(Run.of("dump", text.toString()).exit()).isEqualTo(3);
  }
}
