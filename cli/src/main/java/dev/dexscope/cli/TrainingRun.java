package dev.dexscope.cli;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.Label;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Run by the build to record the class cache: the most frequent commands, on a trace and a package
 * of its own, so that their classes too are loaded and linked in advance.
 */
public final class TrainingRun {
  /** The class of both programs. */
  static final String MAIN_CLASS = "app.Program";

  /** The folder with the class file of the program. */
  static final String CLASSES = "classes";

  private TrainingRun() {}

  /**
   * A folder for what the commands read and write: {@code program.dex}, {@code program.jar} and the
   * folder {@code classes} in it can be run, with {@code agent.jar}, and {@code training.trace} be
   * read.
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    String trace = trace(folder.resolve("training.trace")).toString();
    String program = Files.write(folder.resolve("program.dex"), program()).toString();
    String manifest = "Manifest-Version: 1.0\r\n";
    byte[] classFile = classFile(MAIN_CLASS, "main", "([Ljava/lang/String;)V");
    writeJar(folder.resolve("program.jar"), manifest, MAIN_CLASS, classFile);
    Path inFolder = folder.resolve(CLASSES).resolve(entry(MAIN_CLASS));
    Files.createDirectories(inFolder.getParent());
    Files.write(inFolder, classFile);
    writeJar(
        folder.resolve("agent.jar"),
        manifest + "Premain-Class: app.Agent\r\n",
        "app.Agent",
        classFile(
            "app.Agent", "premain", "(Ljava/lang/String;Ljava/lang/instrument/Instrumentation;)V"));
    String page = folder.resolve("flame.html").toString();
    String apk = apk(folder.resolve("training.apk")).toString();
    String signed = folder.resolve("signed.apk").toString();
    String injected = folder.resolve("injected.apk").toString();
    String keystore = folder.resolve("debug.keystore").toString();
    DebugKeystore.openOrCreate(Path.of(keystore));
    String password = Files.writeString(folder.resolve("password"), "dexscope").toString();
    var nowhere =
        Terminal.ofStreams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    List<List<String>> commands =
        List.of(
            List.of("--version"),
            List.of("--help"),
            List.of("info", trace),
            List.of("report", trace),
            List.of("report", trace, "--tree", "--json"),
            List.of("diff", trace, "--vs", trace),
            List.of("convert", trace, "-f", "flame", "-o", page),
            List.of("dump", "--code", apk),
            List.of("verify", apk),
            List.of("manifest", apk),
            List.of(
                "sign",
                apk,
                "-o",
                signed,
                "--keystore",
                keystore,
                "--keystore-pass",
                "file:" + password),
            List.of("preflight", signed),
            List.of(
                "inject",
                signed,
                "-o",
                injected,
                "--all",
                "--keystore",
                keystore,
                "--keystore-pass",
                "file:" + password),
            List.of("nonsense"),
            // Last, because it turns the process into an Android one.
            List.of("run", program));
    for (List<String> command : commands) {
      Invocation.run(nowhere, command.toArray(String[]::new));
    }
  }

  private static Path apk(Path file) throws IOException {
    // For Android 4: signed in every way, with the run time in its only dex file.
    Manifest manifest = Manifest.create("app", 15, 34);
    new ZipRewriter(ZipArchive.empty("training.apk"))
        .put(Manifest.ENTRY, manifest.write())
        .put("classes.dex", dex())
        .write(file);
    return file;
  }

  private static byte[] dex() {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "Lapp/Main;",
        c -> {
          c.sourceFile("Main.java");
          c.method(AccessFlags.STATIC, "main", Proto.of("V", "I"))
              .code(
                  1,
                  b -> {
                    Label end = b.newLabel();
                    b.line(1);
                    b.constantString(0, "text");
                    b.branch(Opcode.IF_EQZ, 1, end);
                    b.invoke(
                        Opcode.INVOKE_VIRTUAL,
                        MethodRef.of("Ljava/lang/String;", "length", "()I"),
                        0);
                    b.bind(end);
                    b.emit(Opcode.RETURN_VOID);
                  });
        });
    dex.define("Lapp/Screen;", TrainingRun::screen);
    return dex.build();
  }

  /** Code of every kind: handlers, locks, switches, frames that must grow. */
  private static void screen(ClassBuilder c) {
    MethodRef length = MethodRef.of("Ljava/lang/String;", "length", "()I");
    c.superclass("Landroid/app/Activity;").sourceFile("Screen.java");
    c.field(AccessFlags.STATIC, "count", "I").value(new EncodedValue.OfInt(7));
    c.method(AccessFlags.PUBLIC, "locked", Proto.of("I", "Ljava/lang/String;"))
        .code(
            2,
            b -> {
              Label start = b.newLabel();
              Label end = b.newLabel();
              Label caught = b.newLabel();
              Label any = b.newLabel();
              b.line(1);
              b.emit(Opcode.MONITOR_ENTER, 2);
              b.bind(start);
              b.invoke(Opcode.INVOKE_VIRTUAL, length, 3);
              b.emit(Opcode.MOVE_RESULT, 0);
              b.bind(end);
              b.emit(Opcode.MONITOR_EXIT, 2);
              b.line(2);
              b.emit(Opcode.RETURN, 0);
              b.bind(caught);
              b.emit(Opcode.MOVE_EXCEPTION, 1);
              b.emit(Opcode.MONITOR_EXIT, 2);
              b.constant(0, 0);
              b.emit(Opcode.RETURN, 0);
              b.bind(any);
              b.emit(Opcode.MOVE_EXCEPTION, 1);
              b.emit(Opcode.MONITOR_EXIT, 2);
              b.emit(Opcode.THROW, 1);
              b.tryCatch(start, end, "Ljava/lang/RuntimeException;", caught);
              b.tryCatchAll(start, end, any);
            });
    c.method(AccessFlags.STATIC, "narrow", Proto.of("Ljava/lang/Object;", "I", "J", "[I"))
        .code(
            0,
            b -> {
              Label one = b.newLabel();
              Label two = b.newLabel();
              b.packedSwitch(0, 1, one, two);
              b.sparseSwitch(0, new int[] {5, 50}, one, two);
              b.bind(one);
              b.emit(Opcode.ARRAY_LENGTH, 0, 3);
              b.bind(two);
              b.field(Opcode.SPUT, 0, new FieldRef("Lapp/Screen;", "count", "I"));
              b.emit(Opcode.RETURN_OBJECT, 3);
            });
    c.method(AccessFlags.STATIC, "wide", Proto.of("V", "I", "Ljava/lang/String;"))
        .code(
            14,
            b -> {
              b.constantString(13, "text");
              b.invoke(Opcode.INVOKE_VIRTUAL, length, 13);
              b.emit(Opcode.RETURN_VOID);
            });
  }

  /** A class with a method that does nothing. */
  private static byte[] classFile(String type, String method, String descriptor) {
    return ClassFile.of()
        .build(
            ClassDesc.of(type),
            each ->
                each.withMethodBody(
                    method,
                    MethodTypeDesc.ofDescriptor(descriptor),
                    ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                    CodeBuilder::return_));
  }

  private static String entry(String type) {
    return type.replace('.', '/') + ".class";
  }

  /** A jar of one class. */
  private static void writeJar(Path file, String manifest, String type, byte[] classFile)
      throws IOException {
    try (var jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new JarEntry(JarFile.MANIFEST_NAME));
      jar.write(manifest.getBytes(StandardCharsets.UTF_8));
      jar.putNextEntry(new JarEntry(entry(type)));
      jar.write(classFile);
    }
  }

  private static byte[] program() {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "Lapp/Program;",
        c -> {
          c.accessFlags(AccessFlags.PUBLIC);
          c.method(
                  AccessFlags.PUBLIC | AccessFlags.STATIC,
                  "main",
                  Proto.of("V", "[Ljava/lang/String;"))
              .code(
                  2,
                  b -> {
                    b.line(1);
                    b.field(
                        Opcode.SGET_OBJECT,
                        0,
                        new FieldRef("Ljava/lang/System;", "out", "Ljava/io/PrintStream;"));
                    b.constantString(1, "trained");
                    b.invoke(
                        Opcode.INVOKE_VIRTUAL,
                        MethodRef.of("Ljava/io/PrintStream;", "println", "(Ljava/lang/String;)V"),
                        0,
                        1);
                    b.emit(Opcode.RETURN_VOID);
                  });
        });
    return dex.build();
  }

  /** As many calls as it takes for the profiles of the inner loops to be kept in the cache. */
  private static Path trace(Path file) throws IOException {
    int[] stack = new int[12];
    int depth = 0;
    var random = new Random(1);
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      for (int m = 1; m <= 100; m++) {
        out.method(new Method(4L * m, "app.Type" + m % 10, "m" + m, "()V", "Type.java", m));
      }
      for (int i = 0; i < 200_000 || depth > 0; i++) {
        if (depth == 0 || (depth < stack.length && random.nextBoolean())) {
          stack[depth] = 4 * (1 + random.nextInt(1 + depth * 8));
          out.record(1, stack[depth++], TraceviewWriter.ENTER, i, i);
        } else {
          out.record(1, stack[--depth], TraceviewWriter.EXIT, i, i);
        }
      }
    }
    return file;
  }
}
