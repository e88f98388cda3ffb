package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.testkit.FullTier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Classes that have no room in one class file as they are. */
@FullTier("compiles and loads methods of the largest size")
class LimitsTest {
  private static final String MAIN = "LMain;";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final int FLAGS = AccessFlags.PUBLIC | AccessFlags.STATIC;

  private static void assertRuns(Consumer<ClassBuilder> main, String result) throws Exception {
    DexBuilder dex = DexBuilder.ofVersion(39);
    dex.define(
        MAIN,
        each -> {
          each.accessFlags(AccessFlags.PUBLIC);
          main.accept(each);
        });
    byte[] bytes = dex.build();
    for (Engine engine : Engine.values()) {
      assertThat(Assembled.run(engine, bytes)).as(engine.name()).isEqualTo(result);
    }
  }

  /** A string takes two of 65,535 constants. */
  @Test
  void aClassHasMoreStringsThanAClassFileHasConstants() throws Exception {
    assertRuns(
        main -> {
          for (int i = 0; i < 40; i++) {
            int first = i * 1000;
            main.method(FLAGS, "s" + i, Proto.of("Ljava/lang/Object;"))
                .code(1, code -> strings(code, first));
          }
          main.method(FLAGS, "m", Proto.of(OBJECT)).code(1, code -> call(code, "s39", OBJECT));
        },
        "39849");
  }

  private static void strings(CodeBuilder code, int first) {
    for (int i = first; i < first + 850; i++) {
      code.constantString(0, String.valueOf(i));
    }
    code.emit(Opcode.RETURN_OBJECT, 0);
  }

  private static void call(CodeBuilder code, String method, String type) {
    code.invoke(Opcode.INVOKE_STATIC, new MethodRef(MAIN, method, Proto.of(type)));
    if (type.equals("I")) {
      code.emit(Opcode.MOVE_RESULT, 0);
      String integer = "Ljava/lang/Integer;";
      code.invoke(
          Opcode.INVOKE_STATIC, new MethodRef(integer, "valueOf", Proto.of(integer, "I")), 0);
    }
    code.emit(Opcode.MOVE_RESULT_OBJECT, 0);
    code.emit(Opcode.RETURN_OBJECT, 0);
  }

  /** Each name is a constant, so that there must be hardly any others. */
  @Test
  void aClassHasThousandsOfFieldsAndMethods() throws Exception {
    int count = 17_000;
    assertRuns(
        main -> {
          for (int i = 0; i < count; i++) {
            FieldRef field = new FieldRef(MAIN, "f" + i, "I");
            main.field(AccessFlags.STATIC | AccessFlags.FINAL, field.name(), "I");
            main.method(FLAGS, "g" + i, Proto.of("I"))
                .code(
                    1,
                    code -> {
                      code.field(Opcode.SGET, 0, field);
                      code.emit(Opcode.RETURN, 0);
                    });
          }
          main.method(AccessFlags.STATIC | AccessFlags.CONSTRUCTOR, "<clinit>", Proto.of("V"))
              .code(
                  1,
                  code -> {
                    for (int i = 0; i < count; i += 100) {
                      code.constant(0, i);
                      code.field(Opcode.SPUT, 0, new FieldRef(MAIN, "f" + i, "I"));
                    }
                    code.emit(Opcode.RETURN_VOID);
                  });
          main.method(FLAGS, "m", Proto.of(OBJECT)).code(1, code -> call(code, "g16900", "I"));
        },
        "16900");
  }
}
