package dev.dexscope.vm.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.translate.ClassTranslator;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubstitutionsTest {
  /** A class in which one of the calls cannot be written is left to the interpreter. */
  @Test
  void allAreCalledByTranslatedCode() throws Exception {
    List<MethodRef> methods = new ArrayList<>();
    for (MethodRef each : Substitutions.replaced()) {
      if (isPublic(each)) {
        methods.add(each);
      }
    }
    DexBuilder dex = DexBuilder.ofVersion(39);
    dex.define(
        "LMain;",
        type -> {
          type.accessFlags(AccessFlags.PUBLIC);
          for (MethodRef each : methods) {
            boolean isStatic = Modifier.isStatic(find(each).getModifiers());
            List<String> arguments = arguments(each, isStatic);
            int count = arguments.stream().mapToInt(SubstitutionsTest::width).sum();
            type.method(
                    AccessFlags.PUBLIC | AccessFlags.STATIC,
                    "m" + methods.indexOf(each),
                    Proto.of("V"))
                .code(
                    Math.max(count, 1),
                    code -> {
                      int register = 0;
                      for (String argument : arguments) {
                        if (width(argument) == 2) {
                          code.constantWide(register, 0);
                        } else {
                          code.constant(register, 0);
                        }
                        register += width(argument);
                      }
                      code.invoke(
                          opcode(each, isStatic), each, IntStream.range(0, count).toArray());
                      code.emit(Opcode.RETURN_VOID);
                    });
          }
        });
    List<DexFile> files = DexFile.parse("test", dex.build());
    ClassPath platform = ClassPath.ofLoader(SubstitutionsTest.class.getClassLoader());
    MappedClass mapped =
        ClassTranslator.translating(Verifier.of(platform, files))
            .map(files.getFirst().classes().getFirst());

    Map<String, CodeMap> maps = CodeMap.ofClass(mapped, mapped.classFile());
    assertThat(maps).hasSize(methods.size()).hasSizeGreaterThan(60);
    for (MethodRef each : methods) {
      CodeMap map = Objects.requireNonNull(maps.get("m" + methods.indexOf(each) + "()V"));
      assertThat(map.isInterpreted()).as(each.toString()).isFalse();
    }
  }

  /** A name that has no method fails only when a program calls it. */
  @Test
  void allAreThere() throws Exception {
    for (MethodRef each : Substitutions.makers()) {
      Class<?> owner = type("(" + each.definingClass() + ")V").parameterType(0);
      MethodType type = type(each.proto().descriptor());
      assertThat(owner.getMethod(each.name(), type.parameterArray()).getReturnType())
          .isEqualTo(type.returnType());
    }
  }

  private static List<String> arguments(MethodRef method, boolean isStatic) {
    List<String> arguments = new ArrayList<>(method.proto().parameters());
    if (!isStatic) {
      arguments.addFirst(method.definingClass());
    }
    return arguments;
  }

  private static int width(String type) {
    return type.equals("J") || type.equals("D") ? 2 : 1;
  }

  private static Opcode opcode(MethodRef method, boolean isStatic) {
    boolean isInterface = method.definingClass().endsWith("AnnotatedElement;");
    return isStatic
        ? Opcode.INVOKE_STATIC
        : isInterface ? Opcode.INVOKE_INTERFACE : Opcode.INVOKE_VIRTUAL;
  }

  /** The verifier refuses methods that others may not call. */
  private static boolean isPublic(MethodRef method) {
    return Modifier.isPublic(find(method).getModifiers());
  }

  private static Method find(MethodRef method) {
    String descriptor = "(" + method.definingClass() + ")" + method.proto().returnType();
    Class<?> owner = type(descriptor).parameterType(0);
    MethodType wanted = type(method.proto().descriptor());
    for (Class<?> each = owner; each != null; each = each.getSuperclass()) {
      for (Method found : each.getDeclaredMethods()) {
        if (found.getName().equals(method.name())
            && Arrays.equals(found.getParameterTypes(), wanted.parameterArray())) {
          return found;
        }
      }
    }
    throw new AssertionError("no " + method);
  }

  private static MethodType type(String descriptor) {
    return MethodType.fromMethodDescriptorString(descriptor, null);
  }
}
