package dev.dexscope.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.Label;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Code at the format's limits. */
class LargeCodeTest {
  private static final MethodRef TO_STRING =
      MethodRef.of("Ljava/lang/Integer;", "toString", "(I)Ljava/lang/String;");

  @TempDir private Path folder;

  private DexFile instrumented(Mode mode, Proto proto, int locals, Consumer<CodeBuilder> code)
      throws IOException {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "La/A;",
        c -> c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "run", proto).code(locals, code));
    Path file = Files.write(folder.resolve("a.dex"), dex.build());
    Path out = folder.resolve("b.dex");
    Settings settings = Settings.standard().withMode(mode).withTrivial(true);
    try (Injector app = Injector.open(List.of(file))) {
      InjectionReport report = app.inject(settings, PackageChanges.least());
      app.write(0, Optional.empty(), out);
      assertThat(report.left()).isEmpty();
      assertThat(report.instrumented()).isEqualTo(1);
    }
    assertThat(Verifier.ofFiles(ClassPath.ofHostJdk(), out).verify())
        .filteredOn(each -> each.descriptor().equals("La/A;"))
        .extracting(ClassVerdict::verdict)
        .containsExactly(Verdict.OK);
    return DexFile.open(out).getFirst();
  }

  private static CodeItem run(DexFile dex) {
    EncodedMethod method =
        Objects.requireNonNull(dex.findClass("La/A;")).data().directMethods().getFirst();
    return Objects.requireNonNull(method.code());
  }

  @ParameterizedTest
  @EnumSource
  void allRegistersAreArguments(Mode mode) throws IOException {
    Proto proto = new Proto("I", Collections.nCopies(255, "I"));

    DexFile dex =
        instrumented(
            mode,
            proto,
            0,
            b -> {
              Label start = b.newLabel();
              Label end = b.newLabel();
              Label handler = b.newLabel();
              // Four bits for a register: the frame cannot grow in front.
              b.branch(Opcode.IF_EQ, 15, 0, end);
              b.bind(start);
              b.emit(Opcode.DIV_INT, 254, 254, 253);
              b.bind(end);
              b.emit(Opcode.RETURN, 254);
              b.bind(handler);
              b.emit(Opcode.MOVE_EXCEPTION, 0);
              b.emit(Opcode.RETURN, 253);
              b.tryCatch(start, end, "Ljava/lang/ArithmeticException;", handler);
            });

    assertThat(run(dex).registers()).isEqualTo(256);
  }

  @ParameterizedTest
  @EnumSource
  void aHugeMethodWithManyReturns(Mode mode) throws IOException {
    DexFile dex =
        instrumented(
            mode,
            Proto.of("I", "I"),
            300,
            b -> {
              for (int i = 0; i < 200; i++) {
                b.literal(Opcode.CONST_16, i, i);
              }
              b.move(Opcode.MOVE, 1, 300);
              for (int i = 0; i < 12_000; i++) {
                Label next = b.newLabel();
                b.branch(Opcode.IF_NEZ, 1, next);
                b.emit(Opcode.RETURN, i % 200);
                b.bind(next);
                b.literal(Opcode.ADD_INT_LIT8, 1, 1, 1);
                b.invoke(Opcode.INVOKE_STATIC, TO_STRING, 1);
              }
              b.emit(Opcode.RETURN, 1);
            });

    assertThat(run(dex).units()).isGreaterThan(96_000);
    if (mode == Mode.FULL) {
      // A try_item covers 65,535 units at most, and begins where an instruction does.
      assertThat(run(dex).triesCount()).isGreaterThan(1);
    }
  }

  @Test
  void aMethodWithoutRegistersGetsTwo() throws IOException {
    DexFile dex =
        instrumented(
            Mode.FULL,
            Proto.of("V"),
            0,
            b -> {
              b.invoke(Opcode.INVOKE_STATIC, MethodRef.of("Ljava/lang/Thread;", "yield", "()V"));
              b.emit(Opcode.RETURN_VOID);
            });

    assertThat(run(dex).registers()).isEqualTo(2);
    assertThat(run(dex).triesCount()).isEqualTo(1);
  }

  @Test
  void whatCannotThrowGetsNoCatchAll() throws IOException {
    DexFile dex =
        instrumented(
            Mode.FULL,
            Proto.of("I", "I"),
            1,
            b -> {
              b.emit(Opcode.ADD_INT, 0, 1, 1);
              b.emit(Opcode.RETURN, 0);
            });

    assertThat(run(dex).registers()).isEqualTo(2);
    assertThat(run(dex).triesCount()).isZero();
  }
}
