package dev.dexscope.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.NoCodeException;
import dev.dexscope.libcore.MethodTracer.Mode;
import dev.dexscope.observe.trace.MethodTracing;
import dev.dexscope.observe.trace.TraceRequest;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.NoMainClassException;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole programs, from Java source to what they print, on both engines. */
@FullTier("runs programs in processes, on both engines")
class VmTest {
  @TempDir private Path folder;

  private DexProgram program(String name) throws Exception {
    try (InputStream in = Objects.requireNonNull(VmTest.class.getResourceAsStream(name + ".txt"))) {
      String source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return DexProgram.compile(folder, name, source);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void printsWhatItPrintsOnTheHost(Engine engine) throws Exception {
    DexProgram program = program("Language");

    assertThat(program.on(engine)).isEqualTo(program.onHost());
  }

  /** ART looks at the member only; Espresso reads such a field. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aPublicConstantOfAHiddenClassCanBeRead(Engine engine) throws Exception {
    Path smali = Files.createDirectory(folder.resolve("smali"));
    Files.writeString(
        smali.resolve("Constants.smali"),
        """
        .class Lhidden/Constants;
        .super Ljava/lang/Object;
        .field public static final NAME:Ljava/lang/String; = "seven"
        """);
    Files.writeString(
        smali.resolve("Main.smali"),
        """
        .class public LMain;
        .super Ljava/lang/Object;
        .method public static main([Ljava/lang/String;)V
          .registers 4
          const-string v0, "hidden.Constants"
          invoke-static {v0}, Ljava/lang/Class;->forName(Ljava/lang/String;)Ljava/lang/Class;
          move-result-object v0
          const-string v1, "NAME"
          invoke-virtual {v0, v1}, Ljava/lang/Class;->getDeclaredField(Ljava/lang/String;)Ljava/lang/reflect/Field;
          move-result-object v0
          const/4 v1, 0x0
          invoke-virtual {v0, v1}, Ljava/lang/reflect/Field;->get(Ljava/lang/Object;)Ljava/lang/Object;
          move-result-object v0
          check-cast v0, Ljava/lang/String;
          sget-object v1, Ljava/lang/System;->out:Ljava/io/PrintStream;
          invoke-virtual {v1, v0}, Ljava/io/PrintStream;->println(Ljava/lang/String;)V
          return-void
        .end method
        """);

    assertThat(DexProgram.assemble(folder, "Main", smali).on(engine).output()).isEqualTo("seven\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Main { String n = \"made\"; void main() { System.out.println(n); } }",
        "class Main { static void main() { System.out.println(\"static\"); } }",
        "class Main { protected void main(String[] a) { System.out.println(a.length); } }",
        "class Main { public void main(String[] a) { throw new IllegalStateException(); } }",
        "class Main { private static void main(String[] a) {} "
            + "void main() { System.out.println(\"second\"); } }",
        "class Main extends Base {} "
            + "abstract class Base { void main() { System.out.println(getClass()); } }",
      })
  void mainIsFoundAsInJava25(String source) throws Exception {
    var program = DexProgram.compile(folder, "Main", source);

    assertThat(program.on(Engine.TRANSLATED).output()).isEqualTo(program.onHost().output());
    assertThat(Program.mainClass(program.dex())).isIn("Main", "Base");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void threadsAreOfThePlatformsClasses(Engine engine) throws Exception {
    String source =
        """
        public class Threads {
          static class Own extends Thread {}
          static String of(Object object) { return object.getClass().getName(); }
          public static void main(String[] args) {
            Thread main = Thread.currentThread();
            System.out.println(main.getClass() + " " + main.getThreadGroup().getClass());
            System.out.println(of(main) + " " + of(main.getThreadGroup()) + " " + of(args));
            Runnable runnable = main;
            System.out.println(runnable.getClass() == Thread.class);
            System.out.println(new Thread().getClass() + " " + of(new Own()) + " " + of(Own.class));
            try {
              of(null);
            } catch (NullPointerException e) {
              System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName());
            }
          }
        }
        """;

    assertThat(DexProgram.compile(folder, "Threads", source).on(engine).output())
        .isEqualTo(
            """
            class java.lang.Thread class java.lang.ThreadGroup
            java.lang.Thread java.lang.ThreadGroup [Ljava.lang.String;
            true
            class java.lang.Thread Threads$Own java.lang.Class
            Attempt to invoke virtual method 'java.lang.Class java.lang.Object.getClass()' on a null object reference of
            """);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void impliedExceptionsHaveAndroidsWords(Engine engine) throws Exception {
    assertThat(program("Words").on(engine).output())
        .isEqualTo(
            """
            Attempt to write to field 'int Words.f' on a null object reference
            Attempt to read from field 'java.lang.Object Words.o' on a null object reference
            Attempt to invoke virtual method 'int Words.call(int)' on a null object reference
            Attempt to invoke interface method 'void Words$Face.go()' on a null object reference
            Attempt to get length of null array
            Attempt to read from null array
            Attempt to write to null array
            Null reference used for synchronization (monitor-enter)
            null
            length=3; index=3
            length=3; index=-1
            java.lang.String cannot be cast to java.lang.Integer
            Words[][] cannot be cast to Words$Face[]
            divide by zero
            -1
            """);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void thePlatformSpeaksAsAndroids(Engine engine) throws Exception {
    assertThat(program("PlatformWords").on(engine).output())
        .isEqualTo(
            """
            java.lang.ClassNotFoundException: no.Such <- java.lang.ClassNotFoundException
            java.lang.ClassNotFoundException: Invalid name: no/Such
            java.lang.ClassNotFoundException: Invalid name: [V
            java.lang.ExceptionInInitializerError <- java.lang.IllegalStateException
            java.lang.NoClassDefFoundError: PlatformWords$Bad <- java.lang.ExceptionInInitializerError
            java.lang.NoSuchFieldException: No field missing in class LPlatformWords$Order;
            java.lang.ArrayIndexOutOfBoundsException: offset=0; regionStart=0; regionEnd=4
            java.lang.ArrayIndexOutOfBoundsException: src.length=2 srcPos=1 dst.length=3 dstPos=0 length=2
            java.lang.ArrayStoreException: Incompatible types: src=int[], dst=java.lang.Object[]
            java.lang.ArrayStoreException: source[1] of type java.lang.Integer cannot be stored in destination array of type java.lang.String[]
            java.lang.ArrayStoreException: source of type java.lang.String is not an array
            java.lang.ArrayStoreException: java.io.File cannot be stored in an array of type java.lang.String[]
            i
            s
            charAt main
            ok
            public to ART
            The String#value field is not present on Android versions >= 6.0
            java.lang.NoSuchFieldException: No field value in class Ljava/lang/String;
            0x3c00 1.5
            Thread[main,5,main] Thread[main,5,main] Thread[worker,5,main] java.lang.ThreadGroup[name=main,maxpri=10]
            Thread[main,5,main]Thread[worker,5,main]
            my thread
            java.lang.NullPointerException: Attempt to invoke virtual method 'java.lang.StringBuilder java.lang.StringBuilder.append(java.lang.Object)' on a null object reference
            java.lang.NullPointerException: Attempt to invoke virtual method 'java.lang.String java.lang.Thread.toString()' on a null object reference
            java.lang.NullPointerException: Attempt to invoke virtual method 'void java.io.PrintStream.println(java.lang.Object)' on a null object reference
            20000 refused
            """);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void whatNamesMissingClassesFailsOnlyWhereItNeedsThem(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Incomplete",
            """
            public class Incomplete {
              public static Absent unused(Absent absent) {
                return absent;
              }

              public static String used(String text) {
                return "used " + text;
              }

              static class Heir extends Absent {}

              static void show(Runnable task) {
                try {
                  task.run();
                } catch (LinkageError e) {
                  System.out.println(e.getMessage() + " <- " + e.getCause().getClass().getName());
                }
              }

              public static void main(String[] args) throws Exception {
                Class<?> self = Class.forName("Incomplete");
                System.out.println(self.getMethod("used", String.class).invoke(null, "it"));
                show(() -> new Absent());
                show(() -> new Heir());
                try {
                  Class.forName("Incomplete$Heir");
                } catch (ClassNotFoundException e) {
                  System.out.println(e.getMessage() + " " + e.getCause().getSuppressed()[0]);
                }
              }
            }

            class Absent {}
            """,
            "Absent");

    assertThat(program.on(engine).output())
        .isEqualTo(
            """
            used it
            Failed resolution of: LAbsent; <- java.lang.ClassNotFoundException
            Failed resolution of: LIncomplete$Heir; <- java.lang.ClassNotFoundException
            Incomplete$Heir java.lang.NoClassDefFoundError: class not found: Absent
            """);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void exceptionsAndThreadsAreShownThatNameMissingClasses(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Shown",
            """
            import java.io.PrintWriter;
            import java.io.StringWriter;

            public class Shown {
              static class Failure extends RuntimeException {
                public Absent absent() { return null; }
              }

              static class Quiet extends Failure {
                public StackTraceElement[] getStackTrace() { return new StackTraceElement[0]; }
                public void printStackTrace(PrintWriter out) { out.print("quiet"); }
              }

              static class Worker extends Thread {
                Worker() { super("worker"); }
                public void of(Absent absent) {}
              }

              static class Named extends Worker {
                public String toString() { return "named"; }
              }

              static void show(RuntimeException thrown) {
                System.out.println(thrown.getStackTrace().length);
                StringWriter text = new StringWriter();
                thrown.printStackTrace(new PrintWriter(text, true));
                System.out.println(text.toString().split("[^A-Za-z$]")[0]);
              }

              public static void main(String[] args) {
                show(new Failure());
                show(new Quiet());
                System.out.println(new Worker());
                System.out.println(new Named());
              }
            }

            class Absent {}
            """,
            "Absent");

    assertThat(program.on(engine).output())
        .isEqualTo(
            """
            1
            Shown$Failure
            0
            quiet
            Thread[worker,5,main]
            named
            """);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void messagesNameMethodsOfClassesThatNameMissingOnes(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Nulls",
            """
            public class Nulls {
              interface Sized { int[][] sizes(long most); Absent absent(); }

              public Absent absent() { return null; }

              public int size(Nulls other, String[] names, Object... more) { return 1; }

              static void show(Runnable task) {
                try {
                  task.run();
                } catch (NullPointerException e) {
                  System.out.println(e.getMessage());
                }
              }

              public static void main(String[] args) {
                Nulls none = args.length > 0 ? new Nulls() : null;
                Sized sized = args.length > 0 ? (Sized) (Object) none : null;
                show(() -> none.size(null, args));
                show(() -> sized.sizes(1));
                show(() -> sized.absent());
              }
            }

            class Absent {}
            """,
            "Absent");

    assertThat(program.on(engine).output())
        .isEqualTo(
            """
            Attempt to invoke virtual method 'int Nulls.size(Nulls, java.lang.String[], java.lang.Object[])' on a null object reference
            Attempt to invoke interface method 'int[][] Nulls$Sized.sizes(long)' on a null object reference
            Attempt to invoke interface method 'Absent Nulls$Sized.absent()' on a null object reference
            """);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void membersAreFoundBesideThoseThatNameMissingClasses(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Members",
            """
            import java.lang.invoke.MethodHandle;
            import java.lang.invoke.MethodHandles;
            import java.lang.reflect.Constructor;
            import java.lang.reflect.Method;

            public class Members {
              final int state;

              public Members() { this(3); }
              private Members(int state) { this.state = state; }
              public Members(int state, String... more) { this(state + more.length); }
              public Members(Absent absent, int state) { this(state); }

              public Absent absent() { return null; }
              static int first(int of) { return of + 10; }
              public static int second(int of) { return of + 20; }
              private int third(int of) { return of + state; }
              public int fourth(int of) { return of + 40; }
              private static void take(Absent absent) {}

              interface Shape {
                default int sides(int more) { return more + 4; }
                default int corners(int more) { return more + 5; }
                int area(int side);
                default Absent absent() { return null; }
              }

              static class Square implements Shape {
                public int area(int side) { return side * side; }
              }

              static void show(String name, Object of) throws Exception {
                Method method = Members.class.getDeclaredMethod(name, int.class);
                method.setAccessible(true);
                System.out.println(method + " " + method.invoke(of, 1));
              }

              public static void main(String[] args) throws Throwable {
                Members made = new Members();
                show("first", null);
                show("second", null);
                show("third", made);
                show("fourth", made);
                Method second = Members.class.getDeclaredMethod("second", int.class);
                MethodHandle handle = MethodHandles.lookup().unreflect(second);
                System.out.println((int) handle.invokeExact(2));
                for (String each : new String[] {"sides", "corners", "area"}) {
                  System.out.println(
                      Shape.class.getMethod(each, int.class).invoke(new Square(), 3));
                }
                Constructor<Members> plain = Members.class.getConstructor();
                System.out.println(plain + " " + plain.newInstance().state);
                Constructor<Members> more = Members.class.getConstructor(int.class, String[].class);
                System.out.println(more.newInstance(9, new String[1]).state + " " + more.isVarArgs());
                Constructor<Members> hidden = Members.class.getDeclaredConstructor(int.class);
                hidden.setAccessible(true);
                System.out.println(hidden.newInstance(5).state);
                try {
                  Members.class.getConstructor(int.class);
                } catch (NoSuchMethodException | LinkageError e) {
                  System.out.println("not public");
                }
              }
            }

            class Absent {}
            """,
            "Absent");

    assertThat(program.on(engine).output())
        .isEqualTo(
            """
            static int Members.first(int) 11
            public static int Members.second(int) 21
            private int Members.third(int) 4
            public int Members.fourth(int) 41
            22
            7
            8
            9
            public Members() 3
            10 true
            5
            not public
            """);
  }

  /** Each line is what Android 11 writes. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void classesMakeInstancesAsOnAndroid(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Instances",
            """
            public class Instances {
              static class Plain {
                Plain() {}
                Plain(Absent absent) {}
              }

              static class Hidden {
                private Hidden() {}
                public Hidden(int number) {}
              }

              static class Failing {
                Failing() { throw new IllegalStateException("no"); }
              }

              static void show(Class<?> type) {
                try {
                  System.out.println(type.newInstance().getClass());
                } catch (ReflectiveOperationException e) {
                  System.out.println(e);
                }
              }

              public static void main(String[] args) throws Exception {
                show(Plain.class);
                show(Hidden.class);
                show(Runnable.class);
                show(Number.class);
                show(int[].class);
                show(int.class);
                show(Integer.class);
                show(Math.class);
                try {
                  Failing.class.newInstance();
                } catch (IllegalStateException e) {
                  e.printStackTrace(System.out);
                }
                try {
                  Plain.class.getConstructor(int.class, String[].class);
                } catch (NoSuchMethodException e) {
                  System.out.println(e);
                }
                try {
                  Hidden.class.getMethod("none");
                } catch (NoSuchMethodException e) {
                  System.out.println(e);
                }
              }
            }

            class Absent {}
            """,
            "Absent");

    assertThat(program.on(engine).output())
        .isEqualTo(
            """
            class Instances$Plain
            java.lang.IllegalAccessException: void Instances$Hidden.<init>() is not accessible from java.lang.Class<Instances>
            java.lang.InstantiationException: java.lang.Class<java.lang.Runnable> cannot be instantiated
            java.lang.InstantiationException: java.lang.Class<java.lang.Number> cannot be instantiated
            java.lang.InstantiationException: java.lang.Class<int[]> cannot be instantiated
            java.lang.InstantiationException: java.lang.Class<int> cannot be instantiated
            java.lang.InstantiationException: java.lang.Class<java.lang.Integer> has no zero argument constructor
            java.lang.IllegalAccessException: void java.lang.Math.<init>() is not accessible from java.lang.Class<Instances>
            java.lang.IllegalStateException: no
            \tat Instances$Failing.<init>(Instances.java:13)
            \tat java.lang.Class.newInstance(Native Method)
            \tat Instances.main(Instances.java:34)
            java.lang.NoSuchMethodException: Instances$Plain.<init> [int, class [Ljava.lang.String;]
            java.lang.NoSuchMethodException: Instances$Hidden.none []
            """);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void finalFieldsAreWrittenBesideThoseOfMissingClasses(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Finals",
            """
            public class Finals {
              final int number;
              Absent absent;

              Finals(int number) { this.number = number; }

              public static void main(String[] args) {
                System.out.println(new Finals(args.length + 7).number);
              }
            }

            class Absent {}
            """,
            "Absent");

    assertThat(program.on(engine).output()).isEqualTo("7\n");
  }

  /** Spring Boot's main thread has such a handler, so that failures are not reported twice. */
  @Test
  void anExceptionThatEndsTheMainThreadEndsWithOneWhoeverHandlesIt() throws Exception {
    String source =
        """
        public class Handled {
          public static void main(String[] args) {
            Thread.currentThread().setUncaughtExceptionHandler(
                (thread, thrown) -> System.out.println("handled " + thrown.getMessage()));
            throw new IllegalStateException("here");
          }
        }
        """;

    assertThat(DexProgram.compile(folder, "Handled", source).on(Engine.TRANSLATED))
        .isEqualTo(new DexProgram.Run(1, "handled here\n"));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anUncaughtExceptionEndsWithOneAndShowsGuestFramesOnly(Engine engine) throws Exception {
    var program =
        DexProgram.compile(
            folder,
            "Fails",
            """
            public class Fails {
              public static void main(String[] args) {
                deeper(null);
              }
              static void deeper(String text) {
                text.length();
              }
            }
            """);

    assertThat(program.on(engine))
        .isEqualTo(
            new DexProgram.Run(
                1,
                """
                Exception in thread "main" java.lang.NullPointerException: Attempt to invoke \
                virtual method 'int java.lang.String.length()' on a null object reference
                \tat Fails.deeper(Fails.java:6)
                \tat Fails.main(Fails.java:3)
                """));
  }

  /** Several in one line: HotSpot's stack traces do not suffice. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void theInstructionThatFailedIsFound(Engine engine) throws Exception {
    var program =
        DexProgram.compile(
            folder,
            "Failing",
            """
            public class Failing {
              int x;
              static class Other { long x; }
              static void stores(Object one, Object two) {
                String[] s = new String[1]; Integer[] i = new Integer[1];
                Object[] a = s; Object[] b = i;
                a[0] = one; b[0] = two;
              }
              static void writes(Failing f, Other o) { f.x = 1; o.x = 2; }
              static long reads(Failing f, Other o) { return f.x + o.x; }
              interface Action { void run(); }
              static void show(Action action) {
                try { action.run(); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
              }
              public static void main(String[] args) {
                show(() -> stores("", ""));
                show(() -> stores(1, 1));
                show(() -> writes(new Failing(), null));
                show(() -> writes(null, new Other()));
                show(() -> reads(new Failing(), null));
              }
            }
            """);

    assertThat(program.on(engine).output())
        .isEqualTo(
            """
            java.lang.String cannot be stored in an array of type java.lang.Integer[]
            java.lang.Integer cannot be stored in an array of type java.lang.String[]
            Attempt to write to field 'long Failing$Other.x' on a null object reference
            Attempt to write to field 'int Failing.x' on a null object reference
            Attempt to read from field 'long Failing$Other.x' on a null object reference
            """);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theSystemsResourcesAreTheProgramsOwn(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Notes",
            """
            public class Notes {
              public static void main(String[] args) throws Exception {
                System.out.println(ClassLoader.getSystemResource("note.txt") != null);
                System.out.println(ClassLoader.getSystemResource("none.txt") != null);
                System.out.println(ClassLoader.getSystemResources("note.txt").hasMoreElements());
                try (var in = ClassLoader.getSystemResourceAsStream("note.txt")) {
                  System.out.println(new String(in.readAllBytes()));
                }
              }
            }
            """);
    Files.writeString(folder.resolve("note.txt"), "a note");
    byte[] code = Files.readAllBytes(program.dex());
    try (var jar = new ZipOutputStream(Files.newOutputStream(program.dex()))) {
      jar.putNextEntry(new ZipEntry("classes.dex"));
      jar.write(code);
      jar.putNextEntry(new ZipEntry("note.txt"));
      jar.write("a note".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(program.on(engine)).isEqualTo(program.onHost());
    assertThat(program.on(engine).output()).isEqualTo("true\nfalse\ntrue\na note\n");
  }

  /** As Android 11 prints them: ART shows an address where no line is known. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void framesWithoutLinesShowAddresses(Engine engine) throws Exception {
    Path smali = Path.of(Objects.requireNonNull(VmTest.class.getResource("Lines.smali")).toURI());

    assertThat(DexProgram.assemble(folder, "Lines", smali).on(engine).output())
        .isEqualTo(
            """
            java.lang.ArithmeticException: divide by zero
            \tat Lines.boom(Unknown Source:3)
            \tat Lines.early(Unknown Source:0)
            \tat Lines.lined(Lines.java:5)
            \tat Lines.big(Lines.java:70000)
            \tat Lines.zero(Lines.java:0)
            \tat Lines.big2(Lines.java:40000)
            \tat Lines.over(Lines.java:40001)
            \tat Lines.over(Unknown Source:1)
            \tat Lines.twice(Lines.java:11)
            \tat Lines.main(Unknown Source:0)
            Lines.boom(Unknown Source:3) null 3
            Lines.early(Unknown Source:0) null 0
            Lines.lined(Lines.java:5) Lines.java 5
            Lines.big(Lines.java:70000) Lines.java 70000
            Lines.zero(Lines.java:0) Lines.java 0
            Lines.big2(Lines.java:40000) Lines.java 40000
            Lines.over(Lines.java:40001) Lines.java 40001
            Lines.over(Unknown Source:1) null 1
            Lines.twice(Lines.java:11) Lines.java 11
            Lines.main(Unknown Source:0) null 0
            """);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void errorsOfTheMachineCanBeCaught(Engine engine) throws Exception {
    var program =
        DexProgram.compile(
            folder,
            "Limits",
            """
            import java.util.ArrayList;
            public class Limits {
              static int deep(int i) { return deep(i + 1) + 1; }
              // By itself: an interpreted frame holds what its registers hold, also when it is of no use.
              static void fill() {
                var all = new ArrayList<long[]>();
                while (true) all.add(new long[1 << 20]);
              }
              public static void main(String[] args) {
                try { deep(0); } catch (StackOverflowError e) { System.out.println("stack"); }
                try { fill(); } catch (OutOfMemoryError e) { System.out.println("heap"); }
                try {
                  Class.forName("no.Such");
                } catch (ClassNotFoundException e) { System.out.println("class"); }
                System.out.println(args[0] + System.getProperty("set")
                    + System.getProperty("java.vm.name"));
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
                System.exit(7);
              }
            }
            """);

    assertThat(program.on(engine, "arg "))
        .isEqualTo(new DexProgram.Run(7, "stack\nheap\nclass\narg yesDalvik\nhook\n"));
  }

  /** The machine code that handlers and returns need must not be looked up when memory is full. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void memoryThatIsLetGoOfIsThere(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Full",
            """
            public class Full {
              static Object eat() {
                Object[] all = new Object[100_000];
                int size = 1 << 24;
                for (int i = 0; i < all.length && size > 0; ) {
                  try {
                    all[i] = new byte[size];
                    i++;
                  } catch (OutOfMemoryError e) {
                    size /= 2;
                  }
                }
                return all;
              }
              public static void main(String[] args) {
                Object memory = eat();
                boolean wasThere = memory != null;
                memory = null;
                System.out.println(wasThere);
              }
            }
            """);

    assertThat(program.on(engine)).isEqualTo(new DexProgram.Run(0, "true\n"));
  }

  /** Handlers of a stack overflow need parts that were not used yet: classes, messages, links. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void nothingOfTheMachineFailsForGoodWhereTheStackEnds(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Deep",
            """
            public class Deep {
              static int count;
              static class Late { static int next(int i) { return i + 1; } }
              static boolean isEnough() { return ++handled % 200 > 50; }
              static int handled;
              static class Small { static int next(int i) { return i + 1; } }
              static void calls(String s) {
                try { calls(s); } finally {
                  if (isEnough()) throw new StackOverflowError();
                  try { s.length(); } catch (NullPointerException e) { count += e.getMessage().length(); }
                }
              }
              static void casts(Object o) {
                try { casts(o); } finally {
                  if (isEnough()) throw new StackOverflowError();
                  try { count += ((String) o).length(); } catch (ClassCastException e) { count++; }
                }
              }
              static void missing() {
                try { missing(); } finally {
                  if (isEnough()) throw new StackOverflowError();
                  try { new Gone(); } catch (NoClassDefFoundError e) { count++; }
                }
              }
              static void classes(int i) {
                try { classes(i + 1); } finally { count += Late.next(i); }
              }
              static void show(String name, Runnable task) {
                try { task.run(); } catch (StackOverflowError e) { System.out.println(name); }
              }
              public static void main(String[] args) throws Exception {
                Thread thread = new Thread(null, () -> {
                  show("calls", () -> calls(null));
                  show("casts", () -> casts(5));
                  show("missing", () -> missing());
                  show("classes", () -> classes(0));
                  try { args[5] = null; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
                  System.out.println(Late.next(1));
                }, "deep", 512 << 10);
                thread.start();
                thread.join();
                Thread small = new Thread(null, () -> System.out.println(Small.next(2)), "small", 1);
                small.start();
                small.join();
              }
            }
            class Gone {}
            """,
            "Gone");

    assertThat(program.on(engine).output())
        .isEqualTo("calls\ncasts\nmissing\nclasses\nlength=0; index=5\n2\n3\n");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void recordsAndSealedClassesAreSeenByReflection(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Records",
            17,
            35,
            """
            import java.io.*;
            import java.util.*;
            public class Records {
              record Point(int y, long a, String name) implements Serializable {}
              sealed interface Shape permits Circle, Square {}
              record Circle(double r) implements Shape {}
              static final class Square implements Shape {}
              public static void main(String[] args) throws Exception {
                Point point = new Point(1, 2, "n");
                for (var each : Point.class.getRecordComponents()) {
                  System.out.println(each + " " + each.getAccessor().invoke(point));
                }
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                ObjectOutputStream objects = new ObjectOutputStream(out);
                objects.writeObject(point);
                objects.close();
                Object read =
                    new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
                System.out.println(read + " " + read.equals(point) + " " + Point.class.isRecord());
                System.out.println(Shape.class.isSealed() + " " + Square.class.isSealed());
                System.out.println(Arrays.toString(Shape.class.getPermittedSubclasses()));
                System.out.println(Square.class.getPermittedSubclasses() == null);
              }
            }
            """);

    assertThat(program.on(engine)).isEqualTo(program.onHost());
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void objectsAreClonedAndReadFromStreams(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Copies",
            """
            import java.io.*;
            import java.util.*;
            public class Copies implements Serializable, Cloneable {
              final Map<String, Copies[]> parts = new TreeMap<>();
              static class Input extends ObjectInputStream {
                Input(InputStream in) throws IOException { super(in); }
              }
              static Object read(byte[] bytes, boolean own) throws Exception {
                InputStream in = new ByteArrayInputStream(bytes);
                ObjectInputStream objects = own ? new Input(in) : new ObjectInputStream(in);
                return objects.readObject();
              }
              enum Color { RED, GREEN }
              public static void main(String[] args) throws Exception {
                Copies copies = new Copies();
                copies.parts.put("a", new Copies[] {new Copies()});
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                ObjectOutputStream objects = new ObjectOutputStream(out);
                objects.writeObject(new Object[] {copies, Color.GREEN});
                objects.close();
                for (boolean own : new boolean[] {false, true}) {
                  Object[] read = (Object[]) read(out.toByteArray(), own);
                  System.out.println(((Copies) read[0]).parts.get("a").length + " " + read[1]);
                }
                Object array = new int[][] {{1}, {2, 3}}.clone();
                System.out.println(((int[][]) array)[1].length + " " + Color.values().length);
                System.out.println(((Copies) copies.clone()).parts == copies.parts);
              }
            }
            """);

    assertThat(program.on(engine).output()).isEqualTo("1 GREEN\n1 GREEN\n2 2\ntrue\n");
  }

  @Test
  void aRunLeavesTheHostAsItWas() throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Main",
            """
            import java.io.*;
            import java.util.*;

            public class Main {
              public static void main(String[] args) {
                System.setProperty("set.by.program", "yes");
                System.clearProperty("line.separator");
                System.setIn(new ByteArrayInputStream(new byte[0]));
                System.setOut(new PrintStream(new ByteArrayOutputStream()));
                System.setErr(new PrintStream(new ByteArrayOutputStream()));
                Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
                Locale.setDefault(new Locale("tr", "TR"));
                TimeZone.setDefault(TimeZone.getTimeZone("GMT+12:34"));
                Runtime.getRuntime().addShutdownHook(new Thread(() ->
                    System.setProperty("set.by.hook", "yes")));
                System.exit("Dalvik".equals(System.getProperty("java.vm.name")) ? 3 : 4);
              }
            }
            """);
    var properties = System.getProperties().clone();
    var streams = List.of(System.in, System.out, System.err);
    var handler = Thread.getDefaultUncaughtExceptionHandler();
    var locale = List.of(Locale.getDefault(), Locale.getDefault(Locale.Category.FORMAT));
    TimeZone zone = TimeZone.getDefault();
    Vm vm = Vm.start(Engine.TRANSLATED, null, new Observation());

    assertThat(vm.run(new Program(List.of(program.dex()), "Main"), Map.of("given", "yes")))
        .isEqualTo(3);

    assertThat(System.getProperties()).isEqualTo(properties);
    assertThat(List.of(System.in, System.out, System.err)).isEqualTo(streams);
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isEqualTo(handler);
    assertThat(List.of(Locale.getDefault(), Locale.getDefault(Locale.Category.FORMAT)))
        .isEqualTo(locale);
    assertThat(TimeZone.getDefault()).isEqualTo(zone);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anArchiveWithoutCodeIsThereForItsResources(Engine engine) throws Exception {
    DexProgram program =
        DexProgram.compile(
            folder,
            "Served",
            """
            public class Served implements Runnable {
              public void run() {}
              public static String text() throws Exception {
                ClassLoader loader = Served.class.getClassLoader();
                try (var in = loader.getResourceAsStream("note.txt")) {
                  return new String(in.readAllBytes())
                      + java.util.ServiceLoader.load(Runnable.class, loader).iterator().next()
                          .getClass().getName();
                }
              }
            }
            """);
    Path resources = folder.resolve("resources.jar");
    try (var jar = new ZipOutputStream(Files.newOutputStream(resources))) {
      jar.putNextEntry(new ZipEntry("note.txt"));
      jar.write("a note by ".getBytes(StandardCharsets.UTF_8));
      jar.putNextEntry(new ZipEntry("META-INF/services/java.lang.Runnable"));
      jar.write("Served".getBytes(StandardCharsets.UTF_8));
    }

    for (List<Path> path :
        List.of(List.of(program.dex(), resources), List.of(resources, program.dex()))) {
      ClassLoader loader = Vm.start(engine, null, new Observation()).load(path, null);
      assertThat(loader.loadClass("Served").getMethod("text").invoke(null))
          .isEqualTo("a note by Served");
    }
    assertThat(Program.defines(program.dex(), "Served")).isTrue();
    assertThat(Program.defines(resources, "Served")).isFalse();
    assertThatThrownBy(() -> Program.mainClass(resources, "Served"))
        .isInstanceOf(NoMainClassException.class)
        .hasMessage("no class Served, " + resources + "; it has no code");
    Vm vm = Vm.start(engine, null, new Observation());
    assertThatThrownBy(() -> vm.load(List.of(resources), null)).isInstanceOf(NoCodeException.class);
    Path broken = Files.write(folder.resolve("broken.jar"), new byte[] {'P', 'K', 1, 2});
    assertThatThrownBy(() -> vm.load(List.of(program.dex(), broken), null))
        .isInstanceOf(DexFormatException.class)
        .hasMessageContaining("cannot be read as a zip file");
  }

  /** The device takes no byte, as a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aTraceThatCannotBeWrittenIsAFailureOfTheRun() throws Exception {
    var program =
        DexProgram.compile(
            folder, "Main", "public class Main { public static void main(String[] args) {} }");
    var observation = new Observation();
    Vm vm = Vm.start(Engine.TRANSLATED, null, observation);
    observation.trace(TraceRequest.EVERYTHING, Path.of("/dev/full"));

    assertThatThrownBy(() -> vm.run(new Program(List.of(program.dex()), "Main"), Map.of()))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("/dev/full");
    assertThat(MethodTracing.mode()).isEqualTo(Mode.OFF);
  }

  @Test
  void brokenFilesAreRefusedNotRun() throws IOException {
    Path dex = Files.write(folder.resolve("broken.dex"), new byte[] {'d', 'e', 'x', '\n', '0'});
    var observation = new Observation();
    Vm vm = Vm.start(Engine.TRANSLATED, null, observation);
    observation.trace(TraceRequest.EVERYTHING, folder.resolve("none.trace"));

    assertThatThrownBy(() -> vm.run(new Program(List.of(dex), "Main"), Map.of()))
        .isInstanceOf(DexFormatException.class);
    assertThat(MethodTracing.mode()).isEqualTo(Mode.OFF);
  }

  /** A library as {@code gcc} makes it, which is in the folder of the dex file. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  @NeedsPeer(Peer.GCC)
  void nativeMethodsAreThoseOfTheProgramsLibraries(Engine engine) throws Exception {
    compileLibrary(
        "greeter",
        """
        #include <jni.h>
        #include <string.h>

        JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) { return JNI_VERSION_1_6; }

        JNIEXPORT jdouble JNICALL Java_Native_sum(JNIEnv *env, jclass type, jint a, jlong b, jfloat c) {
          return a + b + c;
        }

        JNIEXPORT jstring JNICALL Java_Native_greet(JNIEnv *env, jobject self, jstring name) {
          jmethodID decorate = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, self), "decorate",
              "(Ljava/lang/String;)Ljava/lang/String;");
          return (*env)->CallObjectMethod(env, self, decorate, name);
        }

        JNIEXPORT void JNICALL Java_Native_fail(JNIEnv *env, jclass type, jintArray numbers) {
          jint first;
          (*env)->GetIntArrayRegion(env, numbers, 0, 1, &first);
          (*env)->ThrowNew(env, (*env)->FindClass(env, "Native$Failure"), first == 7 ? "seven" : "?");
        }
        """);
    var program =
        DexProgram.compile(
            folder,
            "Native",
            """
            public class Native {
              static class Failure extends RuntimeException {
                Failure(String message) { super(message); }
              }
              static native double sum(int a, long b, float c);
              native String greet(String name);
              static native void fail(int[] numbers);
              String decorate(String name) { return "<" + name + ">"; }
              public static void main(String[] args) {
                try {
                  System.loadLibrary("no such");
                } catch (UnsatisfiedLinkError e) {
                  System.out.println("missing");
                }
                try {
                  sum(1, 2, 3);
                } catch (UnsatisfiedLinkError e) {
                  System.out.println("unlinked");
                }
                System.loadLibrary("greeter");
                System.out.println(sum(1, 1L << 20, 0.5f));
                System.out.println(new Native().greet("you"));
                try {
                  fail(new int[] {7});
                } catch (Failure e) {
                  System.out.println(e.getMessage());
                }
              }
            }
            """);

    assertThat(program.on(engine))
        .isEqualTo(new DexProgram.Run(0, "missing\nunlinked\n1048577.5\n<you>\nseven\n"));
  }

  private void compileLibrary(String name, String source) throws Exception {
    Path include = Path.of(System.getProperty("java.home"), "include");
    List<String> command =
        new ArrayList<>(
            List.of(Peer.GCC.path().toString(), "-shared", "-fPIC", "-I", include.toString()));
    try (var platforms = Files.list(include)) {
      platforms.filter(Files::isDirectory).forEach(each -> command.add("-I" + each));
    }
    Path code = Files.writeString(folder.resolve(name + ".c"), source);
    command.addAll(
        List.of("-o", folder.resolve(System.mapLibraryName(name)).toString(), code.toString()));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
