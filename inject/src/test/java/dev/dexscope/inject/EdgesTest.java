package dev.dexscope.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.inject.select.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The methods that record the exceptions that leave them, by the catch-alls added to them. */
class EdgesTest {
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final MethodRef YIELD = MethodRef.of("Ljava/lang/Thread;", "yield", "()V");
  private static final int STATIC = AccessFlags.PUBLIC | AccessFlags.STATIC;

  @TempDir private Path folder;
  private final DexBuilder dex = DexBuilder.ofVersion(35);

  private void type(String type, String superclass, Consumer<ClassBuilder> body, String... types) {
    dex.define(
        type,
        c -> {
          c.accessFlags(AccessFlags.PUBLIC);
          c.superclass(superclass);
          c.interfaces(List.of(types));
          body.accept(c);
        });
  }

  /** A method that does something, and calls another one. */
  private static void method(ClassBuilder c, String name, int flags, MethodRef callee) {
    c.method(flags, name, Proto.of("V"))
        .code(
            2,
            b -> {
              b.invoke(Opcode.INVOKE_STATIC, YIELD);
              boolean isStatic = callee.name().startsWith("s") || callee.equals(YIELD);
              if (isStatic) {
                b.invoke(Opcode.INVOKE_STATIC, callee);
              } else {
                b.literal(Opcode.CONST_4, 0, 0);
                b.invoke(Opcode.INVOKE_VIRTUAL, callee, 0);
              }
              b.emit(Opcode.RETURN_VOID);
            });
  }

  private static void method(ClassBuilder c, String name, int flags) {
    method(c, name, flags, YIELD);
  }

  private Set<String> edges(Selection selection, Mode mode) throws IOException {
    Path file = Files.write(folder.resolve("a.dex"), dex.build());
    Path out = folder.resolve("b.dex");
    try (Injector app = Injector.open(List.of(file))) {
      app.inject(
          Settings.standard().withMode(mode).withSelection(selection), PackageChanges.least());
      app.write(0, Optional.empty(), out);
    }
    Set<String> edges = new TreeSet<>();
    var body = new MethodBody();
    for (DexFile each : DexFile.open(out)) {
      for (ClassDef definition : each.classes()) {
        for (EncodedMethod method : definition.data().methods()) {
          if (!definition.type().startsWith("Ldev/") && hasCatchAll(method, body)) {
            String type = definition.type();
            edges.add(type.substring(1, type.length() - 1) + "." + each.methodName(method.index()));
          }
        }
      }
    }
    return edges;
  }

  private static boolean hasCatchAll(EncodedMethod method, MethodBody body) {
    DexFile dex = method.dex();
    dex.readBody(method.codeOffset(), body);
    for (Instruction each = body.instructions(); each.next(); ) {
      if (each.opcodeValue() == Opcode.INVOKE_STATIC.value()
          && dex.methodName(each.index()).equals("unwind")) {
        return true;
      }
    }
    return false;
  }

  @Test
  void whatThePlatformCallsIsAnEdge() throws IOException {
    type(
        "La/Task;",
        OBJECT,
        c -> {
          method(c, "run", AccessFlags.PUBLIC);
          method(c, "other", AccessFlags.PUBLIC);
          method(c, "main", STATIC);
        },
        "Ljava/lang/Runnable;");
    type("La/Base;", OBJECT, c -> method(c, "run", AccessFlags.PUBLIC));
    type("La/Sub;", "La/Base;", c -> {}, "Ljava/lang/Runnable;");
    type("La/Alone;", OBJECT, c -> method(c, "run", AccessFlags.PUBLIC));
    type(
        "La/Set;",
        "Ljava/util/AbstractSet;",
        c -> {
          method(c, "clear", AccessFlags.PUBLIC);
          method(c, "other", AccessFlags.PUBLIC);
        });
    type(
        "La/Plain;",
        OBJECT,
        c -> {
          c.method(AccessFlags.PUBLIC, "toString", Proto.of("Ljava/lang/String;"))
              .code(
                  2,
                  b -> {
                    b.invoke(Opcode.INVOKE_STATIC, YIELD);
                    b.invoke(Opcode.INVOKE_STATIC, YIELD);
                    b.literal(Opcode.CONST_4, 0, 0);
                    b.emit(Opcode.RETURN_OBJECT, 0);
                  });
          method(c, "other", AccessFlags.PUBLIC);
          method(c, "<clinit>", STATIC | AccessFlags.CONSTRUCTOR);
          method(c, "<init>", AccessFlags.PUBLIC | AccessFlags.CONSTRUCTOR);
        });
    type(
        "La/Screen;",
        "Landroid/app/Activity;",
        c -> {
          method(c, "onCreate", AccessFlags.PUBLIC);
          method(c, "helper", AccessFlags.PRIVATE);
          method(c, "<clinit>", STATIC | AccessFlags.CONSTRUCTOR);
        });

    assertThat(edges(new Selection(), Mode.EDGES))
        .containsExactly(
            "a/Base.run",
            "a/Plain.toString",
            "a/Screen.<clinit>",
            "a/Screen.onCreate",
            "a/Set.clear",
            "a/Task.run");
    assertThat(edges(new Selection(), Mode.FULL)).hasSize(14);
  }

  /** What calls an interface runs what an implementing class inherits. */
  @Test
  void whatImplementsACalledInterfaceIsAnEdge() throws IOException {
    type("La/Other;", OBJECT, c -> method(c, "x", STATIC, MethodRef.of("La/I;", "go", "()V")));
    dex.define(
        "La/I;",
        c -> c.accessFlags(AccessFlags.PUBLIC | AccessFlags.INTERFACE | AccessFlags.ABSTRACT));
    type("La/Base;", OBJECT, c -> method(c, "go", AccessFlags.PUBLIC));
    type("La/Sub;", "La/Base;", c -> {}, "La/I;");
    type("La/Sibling;", "La/Base;", c -> method(c, "go", AccessFlags.PUBLIC));

    assertThat(edges(new Selection().exclude("a.Other"), Mode.EDGES)).containsExactly("a/Base.go");
  }

  @Test
  void constructorsAreThatThePlatformCalls() throws IOException {
    int constructor = AccessFlags.PUBLIC | AccessFlags.CONSTRUCTOR;
    type("La/Plain;", OBJECT, c -> method(c, "<init>", constructor));
    type("La/Failure;", "Ljava/lang/Exception;", c -> method(c, "<init>", constructor));
    type("La/Driver;", OBJECT, c -> method(c, "<init>", constructor), "Ljava/sql/Driver;");
    type("La/Sub;", "La/Driver;", c -> method(c, "<init>", constructor));
    type(
        "La/Inner;",
        "La/Driver;",
        c ->
            c.method(constructor, "<init>", Proto.of("V", "La/Plain;"))
                .code(
                    0,
                    b -> {
                      b.invoke(Opcode.INVOKE_STATIC, YIELD);
                      b.invoke(Opcode.INVOKE_STATIC, YIELD);
                      b.invoke(Opcode.INVOKE_STATIC, YIELD);
                      b.emit(Opcode.RETURN_VOID);
                    }));

    assertThat(edges(new Selection(), Mode.EDGES))
        .containsExactly("a/Driver.<init>", "a/Failure.<init>", "a/Sub.<init>");
  }

  /** Streams find them by their names, and keep some of their exceptions. */
  @Test
  void methodsOfSerializationAre() throws IOException {
    type(
        "La/Node;",
        OBJECT,
        c ->
            c.method(
                    AccessFlags.PRIVATE, "readObject", Proto.of("V", "Ljava/io/ObjectInputStream;"))
                .code(
                    2,
                    b -> {
                      b.invoke(Opcode.INVOKE_STATIC, YIELD);
                      b.invoke(Opcode.INVOKE_STATIC, YIELD);
                      b.invoke(Opcode.INVOKE_STATIC, YIELD);
                      b.emit(Opcode.RETURN_VOID);
                    }));

    assertThat(edges(new Selection(), Mode.EDGES)).containsExactly("a/Node.readObject");
  }

  @Test
  void whatCodeCallsThatIsLeftOutIsAnEdge() throws IOException {
    type("La/Other;", OBJECT, c -> method(c, "go", STATIC, MethodRef.of("La/A;", "go", "()V")));
    type("La/A;", OBJECT, c -> method(c, "go", AccessFlags.PUBLIC));
    type("La/B;", "La/A;", c -> method(c, "go", AccessFlags.PUBLIC));
    type("La/C;", OBJECT, c -> method(c, "go", AccessFlags.PUBLIC));

    assertThat(edges(new Selection().exclude("a.Other"), Mode.EDGES))
        .containsExactly("a/A.go", "a/B.go");
  }

  /** A method that is only a call is not instrumented. */
  @Test
  void whatATrivialEdgeCallsIsAnEdge() throws IOException {
    type(
        "La/Task;",
        OBJECT,
        c ->
            c.method(AccessFlags.PUBLIC, "run", Proto.of("V"))
                .code(
                    0,
                    b -> {
                      b.invoke(Opcode.INVOKE_STATIC, MethodRef.of("La/A;", "s", "()V"));
                      b.emit(Opcode.RETURN_VOID);
                    }),
        "Ljava/lang/Runnable;");
    type(
        "La/A;",
        OBJECT,
        c -> {
          method(c, "s", STATIC);
          method(c, "t", STATIC);
        });

    assertThat(edges(new Selection(), Mode.EDGES)).containsExactly("a/A.s");
  }

  @Test
  void everythingIsWhenCodeThatIsLeftOutReflects() throws IOException {
    MethodRef invoke =
        MethodRef.of(
            "Ljava/lang/reflect/Method;",
            "invoke",
            "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;");
    type(
        "La/Other;",
        OBJECT,
        c ->
            c.method(STATIC, "go", Proto.of("V"))
                .code(
                    1,
                    b -> {
                      b.literal(Opcode.CONST_4, 0, 0);
                      b.invoke(Opcode.INVOKE_VIRTUAL, invoke, 0, 0, 0);
                      b.emit(Opcode.RETURN_VOID);
                    }));
    type("La/A;", OBJECT, c -> method(c, "go", STATIC));

    assertThat(edges(new Selection().exclude("a.Other"), Mode.EDGES)).containsExactly("a/A.go");
  }

  /** No device loads them: they stay as they are. */
  @Test
  void everythingIsWhenHandlesContinueAfterExceptions() throws IOException {
    String handle = "Ljava/lang/invoke/MethodHandle;";
    MethodRef combine =
        MethodRef.of(
            "Ljava/lang/invoke/MethodHandles;",
            "catchException",
            "(" + handle + "Ljava/lang/Class;" + handle + ")" + handle);
    type(
        "La/Code;",
        OBJECT,
        c -> {
          method(c, "found", STATIC);
          c.method(STATIC, "combine", Proto.of("V"))
              .code(
                  1,
                  b -> {
                    b.invoke(Opcode.INVOKE_STATIC, YIELD);
                    b.literal(Opcode.CONST_4, 0, 0);
                    b.invoke(Opcode.INVOKE_STATIC, combine, 0, 0, 0);
                    b.emit(Opcode.RETURN_VOID);
                  });
        });
    assertThat(edges(new Selection(), Mode.EDGES))
        .containsExactly("a/Code.combine", "a/Code.found");
  }

  @Test
  void classesThatInheritFromEachOtherAreRead() throws IOException {
    type("La/A;", "La/B;", c -> method(c, "run", AccessFlags.PUBLIC));
    type("La/B;", "La/A;", c -> method(c, "run", AccessFlags.PUBLIC), "Ljava/lang/Runnable;");

    assertThat(edges(new Selection(), Mode.EDGES)).isEmpty();
  }
}
