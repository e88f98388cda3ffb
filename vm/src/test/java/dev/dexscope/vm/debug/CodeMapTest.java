package dev.dexscope.vm.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.vm.Assembled;
import dev.dexscope.vm.RealCode;
import dev.dexscope.vm.code.MappedClass;
import dev.dexscope.vm.code.MethodLayout;
import dev.dexscope.vm.debug.CodeMap.Variable;
import dev.dexscope.vm.translate.ClassTranslator;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@FullTier("maps the code of real packages on both engines")
class CodeMapTest {
  @TempDir Path folder;

  private static ClassTranslator translator(List<DexFile> files) {
    return ClassTranslator.translating(verifier(files));
  }

  private static Verifier verifier(List<DexFile> files) {
    return Verifier.of(ClassPath.ofLoader(ClassLoader.getPlatformClassLoader()), files);
  }

  /** Checks the map of one method. */
  private static final class Examination {
    private final ClassDef classDef;
    private final String method;
    private final CodeMap map;
    private final MethodLayout layout;
    private final Instruction at;
    private final List<String> problems;

    Examination(
        ClassDef classDef, String method, CodeMap map, MethodLayout layout, List<String> problems) {
      this.classDef = classDef;
      this.method = method;
      this.map = map;
      this.layout = layout;
      this.at = layout.source().body().instructions();
      this.problems = problems;
    }

    private void wrong(String problem) {
      problems.add(classDef.type() + method + " " + problem);
    }

    void addresses(Set<Integer> reached) {
      for (int pc : reached) {
        int bci = map.bciAt(pc);
        if (bci == CodeMap.NONE || !at.moveTo(pc) || at.isPayload()) {
          wrong("pc " + pc + " has bci " + bci);
        } else if (map.pcAt(bci) < pc) {
          wrong("pc " + pc + " at bci " + bci + " has pc " + map.pcAt(bci));
        }
      }
    }

    void code(CodeAttribute code) {
      int bci = 0;
      for (var element : code) {
        if (element instanceof java.lang.classfile.Instruction instruction) {
          instruction(instruction, bci);
          bci += instruction.sizeInBytes();
        }
      }
    }

    private void instruction(java.lang.classfile.Instruction instruction, int bci) {
      int pc = map.pcAt(bci);
      if (pc == CodeMap.NONE) {
        return;
      }
      if (bci >= map.bciAt(0) && map.bciAt(pc) > bci) {
        wrong("bci " + bci + " is before its pc " + pc);
      }
      at.moveTo(pc);
      switch (instruction) {
        case InvokeInstruction call when calls(at) -> {
          String name = layout.source().dex().methodName(at.index());
          boolean ours = call.owner().asInternalName().startsWith("dev/dexscope");
          if (!ours && !call.name().equalsString(name)) {
            wrong("bci " + bci + " calls " + call.name() + ", pc " + pc + " " + name);
          }
        }
        case FieldInstruction access when at.opcode().indexKind() == Opcode.IndexKind.FIELD -> {
          String name = layout.source().dex().field(at.index()).name();
          if (!access.name().equalsString(name)) {
            wrong("bci " + bci + " accesses " + access.name() + ", pc " + pc + " " + name);
          }
        }
        case FieldInstruction access
            when !access.owner().asInternalName().startsWith("java/lang/") && pc > 0 ->
            wrong("bci " + bci + " accesses " + access.name() + ", pc " + pc + " does not");
        // The slots of the locked object and of a caught exception are the translator's own.
        case LoadInstruction load
            when at.opcode() != Opcode.MONITOR_EXIT && at.opcode() != Opcode.MOVE_EXCEPTION -> {
          Variable held = map.registerAt(load.slot(), bci);
          if (held == null || map.slotAt(held.register(), "" + held.type(), bci) != load.slot()) {
            wrong("bci " + bci + " loads " + load.slot() + ", where pc " + pc + " has " + held);
          }
        }
        default -> {}
      }
    }

    private boolean calls(Instruction at) {
      return at.opcode().indexKind() == Opcode.IndexKind.METHOD;
    }
  }

  @ParameterizedTest
  @EnumSource(RealCode.class)
  void everyInstructionOfRealCodeIsWhereItsCodeIs(RealCode code) throws Exception {
    List<DexFile> files = code.dex(folder, true);
    ClassTranslator translator = translator(files);
    List<String> problems = new ArrayList<>();
    int methods = 0;
    for (DexFile file : files) {
      for (ClassDef each : file.classes()) {
        if (isWhole(translator, each)) {
          methods += examine(translator, each, problems);
        }
      }
    }

    assertThat(problems).isEmpty();
    assertThat(methods).isGreaterThan(500);
  }

  /** A class that extends one of a missing library cannot be loaded. */
  private static boolean isWhole(ClassTranslator translator, ClassDef classDef) {
    return translator.hierarchy().isKnown(classDef.type());
  }

  private int examine(ClassTranslator translator, ClassDef classDef, List<String> problems) {
    MappedClass mapped = translator.map(classDef);
    ClassModel plain = ClassFile.of().parse(translator.translate(classDef));
    Map<String, byte[]> running = new HashMap<>();
    for (MethodModel each : plain.methods()) {
      running.put(key(each), code(each));
    }
    Map<String, CodeMap> maps = CodeMap.ofClass(mapped, mapped.classFile());
    for (MethodModel each : ClassFile.of().parse(mapped.classFile()).methods()) {
      CodeMap map = maps.get(key(each));
      if (map != null) {
        MethodLayout layout = Objects.requireNonNull(mapped.layouts().get(key(each)));
        var examination = new Examination(classDef, key(each), map, layout, problems);
        if (!Arrays.equals(code(each), running.get(key(each)))) {
          examination.wrong("has other code than runs");
        }
        if (map.isInterpreted()) {
          examination.wrong("is interpreted");
        } else {
          examination.addresses(reached(layout));
          examination.code((CodeAttribute) each.code().orElseThrow());
        }
      }
    }
    return maps.size();
  }

  private static byte[] code(MethodModel method) {
    return method.code().map(code -> ((CodeAttribute) code).codeArray()).orElse(new byte[0]);
  }

  private static String key(MethodModel method) {
    return method.methodName().stringValue() + method.methodType().stringValue();
  }

  /** All instructions that a path leads to, found without the translator. */
  private static Set<Integer> reached(MethodLayout layout) {
    Set<Integer> reached = new HashSet<>();
    Instruction at = layout.source().body().instructions();
    while (at.next()) {
      if (!at.isPayload() && layout.source().types().isReached(at.pc())) {
        reached.add(at.pc());
      }
    }
    return reached;
  }

  /** The JVM's rules are the judge: each claimed value is loaded before each instruction. */
  @ParameterizedTest
  @EnumSource(RealCode.class)
  void localVariablesHoldWhatTheMapSays(RealCode code) throws Exception {
    List<DexFile> files = code.dex(folder, true);
    ClassTranslator translator = translator(files);
    var classFile = ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS);
    List<String> problems = new ArrayList<>();
    for (DexFile file : files) {
      for (ClassDef each : file.classes()) {
        if (!isWhole(translator, each)) {
          continue;
        }
        MappedClass mapped = translator.map(each);
        ClassModel model = classFile.parse(mapped.classFile());
        try {
          byte[] loading = classFile.transformClass(model, loads(mapped));
          classFile.verify(loading).forEach(error -> problems.add(each.type() + " " + error));
        } catch (IllegalArgumentException e) {
          problems.add(each.type() + " " + e);
        }
      }
    }

    assertThat(problems).isEmpty();
  }

  private static ClassTransform loads(MappedClass mapped) {
    return (builder, element) -> {
      MethodLayout layout =
          element instanceof MethodModel method ? mapped.layouts().get(key(method)) : null;
      if (layout == null || layout.isInterpreted()) {
        builder.with(element);
        return;
      }
      builder.transformMethod(
          (MethodModel) element,
          (to, part) -> {
            if (part instanceof CodeModel code) {
              to.transformCode(code, loads(layout));
            } else {
              to.with(part);
            }
          });
    };
  }

  private static CodeTransform loads(MethodLayout layout) {
    return (builder, element) -> {
      builder.with(element);
      if (element instanceof LineNumber line && line.line() != MethodLayout.NO_INSTRUCTION) {
        for (int register = 0; register < layout.source().body().registers; register++) {
          for (TypeKind kind :
              List.of(
                  TypeKind.INT,
                  TypeKind.LONG,
                  TypeKind.FLOAT,
                  TypeKind.DOUBLE,
                  TypeKind.REFERENCE)) {
            int slot = layout.slot(line.line(), register, descriptor(kind));
            if (slot >= 0) {
              builder.loadLocal(kind, slot);
              if (kind.slotSize() == 2) {
                builder.pop2();
              } else {
                builder.pop();
              }
            }
          }
        }
      }
    };
  }

  private static char descriptor(TypeKind kind) {
    return kind == TypeKind.REFERENCE ? 'L' : kind.upperBound().descriptorString().charAt(0);
  }

  private CodeMap map(String proto, int registers, String code) throws Exception {
    return map(CodeMapTest::translator, proto, registers, code);
  }

  private CodeMap map(
      Function<List<DexFile>, ClassTranslator> engine, String proto, int registers, String code)
      throws Exception {
    String source =
        """
        .class public LC;
        .super Ljava/lang/Object;
        .method public static m%s
          .registers %d
        %s
        .end method
        """
            .formatted(proto, registers, code);
    List<DexFile> files = DexFile.parse("C", Assembled.dex(folder, source));
    ClassDef classDef = Objects.requireNonNull(files.getFirst().findClass("LC;"));
    MappedClass mapped = engine.apply(files).map(classDef);
    return Objects.requireNonNull(CodeMap.ofClass(mapped, mapped.classFile()).get("m" + proto));
  }

  @Test
  void instructionsWithoutCodeTakeEffectWithTheNext() throws Exception {
    CodeMap map =
        map(
            "(I)I",
            2,
            """
              nop
              const/4 v0, 1
              add-int v0, p0, p0
              return v0
              nop
            """);

    assertThat(map.bciAt(0)).isZero();
    assertThat(map.bciAt(1)).isZero();
    assertThat(map.bciAt(2)).isZero();
    assertThat(map.pcAt(0)).isEqualTo(2);
    assertThat(map.bciAt(4)).isEqualTo(3);
    assertThat(map.bciAt(3)).as("within an instruction").isEqualTo(CodeMap.NONE);
    assertThat(map.bciAt(5)).as("not reached").isEqualTo(CodeMap.NONE);
  }

  @Test
  void anInterpretedMethodBeginsWhereItsStubDoes() throws Exception {
    CodeMap map =
        map(
            files -> ClassTranslator.interpreting(verifier(files)),
            "(I)I",
            2,
            """
              add-int v0, p0, p0
              return v0
            """);

    assertThat(map.isInterpreted()).isTrue();
    assertThat(map.bciAt(0)).isZero();
    assertThat(map.bciAt(2)).isEqualTo(CodeMap.NONE);
  }

  @Test
  void whatIsNotStoredIsNowhere() throws Exception {
    CodeMap map =
        map(
            "(IJ)I",
            6,
            """
              const/4 v0, 0
              const/4 v1, 5
              add-int v2, p0, p0
              neg-int v2, v2
              move v0, v2
              const-wide v1, 7
              return v0
            """);

    assertThat(map.slot(3, "I", 0)).as("parameter").isZero();
    assertThat(map.slot(4, "J", 0)).isEqualTo(1);
    assertThat(map.slot(3, "J", 0)).as("of another type").isEqualTo(CodeMap.NONE);
    assertThat(map.slot(0, "I", 1)).as("zero that nobody reads").isEqualTo(CodeMap.NONE);
    assertThat(map.isZero(0, 1)).isTrue();
    assertThat(map.slot(1, "I", 2)).as("constant that nobody reads").isEqualTo(CodeMap.NONE);
    assertThat(map.isZero(1, 2)).isFalse();
    assertThat(map.slot(2, "I", 4)).as("on the operand stack").isEqualTo(CodeMap.NONE);
    int negated = map.slot(2, "I", 5);
    assertThat(map.slot(0, "I", 6)).as("moved").isNotEqualTo(CodeMap.NONE);
    assertThat(map.registerAt(0, map.bciAt(4))).isEqualTo(new Variable(3, 'I'));
    assertThat(negated).isEqualTo(CodeMap.NONE);
    // The pair v1, v2 is assigned: what v2 was is no more.
    assertThat(map.slot(2, "I", 11)).isEqualTo(CodeMap.NONE);
  }

  @Test
  void whereWaysMeetOnlyWhatAllBroughtIsHeld() throws Exception {
    CodeMap map =
        map(
            "(ILjava/lang/String;)I",
            4,
            """
              if-eqz p0, :other
              add-int v0, p0, p0
              add-int v1, p0, v0
              goto :end
              :other
              add-int v0, p0, p0
              invoke-virtual {p1}, Ljava/lang/String;->length()I
              move-result v0
              const/4 v1, 0
              :end
              add-int v0, v0, p0
              return v0
            """);
    int end = 14;

    assertThat(map.bciAt(end)).isNotEqualTo(CodeMap.NONE);
    assertThat(map.slot(0, "I", end)).isNotEqualTo(CodeMap.NONE);
    assertThat(map.slot(1, "I", 6)).as("before").isNotEqualTo(CodeMap.NONE);
    assertThat(map.slot(1, "I", end)).as("stored on one of two ways").isEqualTo(CodeMap.NONE);
  }
}
