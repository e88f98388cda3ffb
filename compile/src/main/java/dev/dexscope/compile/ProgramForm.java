package dev.dexscope.compile;

import dev.dexscope.base.bytes.FileKind;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** The form of a program, as far as it matters to who makes dex code of it. */
enum ProgramForm {
  /** Dex code, or an archive with other content than class files. */
  OTHER(""),
  JAVA("Java source"),
  CLASS("a class file"),
  JAR("a jar of class files"),
  /** With the folders in it. */
  SOURCES("a folder of Java source"),
  /** With the folders in it. */
  CLASSES("a folder of class files"),
  /** With no code in it. */
  RESOURCES("a folder of resources");

  private static final int CLASS_FILE = 0xcafebabe;
  private static final int DEX = 0x6465780a;
  private static final int COMPACT_DEX = 0x63646578;
  private static final int ZIP = 0x504b0000;

  private final String words;

  ProgramForm(String words) {
    this.words = words;
  }

  /** For people. */
  String words() {
    return words;
  }

  static ProgramForm of(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      return ofFolder(file);
    }
    if (isKotlin(file)) {
      throw kotlin(file);
    }
    if (file.toString().endsWith(".java")) {
      return JAVA;
    }
    int magic = magic(file);
    if (magic == CLASS_FILE) {
      return CLASS;
    }
    if ((magic & 0xffff0000) == ZIP) {
      return isOfClasses(file) ? JAR : OTHER;
    }
    if (magic != DEX && magic != COMPACT_DEX) {
      throw new CompileException(
          "is " + kind(file) + ", not a program",
          file,
          "name a dex file, a package, or a jar, class file or Java source");
    }
    return OTHER;
  }

  private static ProgramForm ofFolder(Path folder) throws IOException {
    ProgramForm form = RESOURCES;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        if (isKotlin(each)) {
          throw kotlin(folder);
        }
        if (each.toString().endsWith(".java")) {
          form = SOURCES;
        } else if (form == RESOURCES && each.toString().endsWith(".class")) {
          form = CLASSES;
        }
      }
    }
    return form;
  }

  private static boolean isKotlin(Path file) {
    return file.toString().endsWith(".kt") || file.toString().endsWith(".kts");
  }

  private static CompileException kotlin(Path file) {
    return new CompileException(
        "Kotlin source is not compiled here",
        file,
        "first type: kotlinc " + file + " -include-runtime -d app.jar, then use app.jar");
  }

  private static int magic(Path file) throws IOException {
    // No channel: what it needs takes longer to start than a small program runs.
    try (var in = new FileInputStream(file.toFile())) {
      int magic = 0;
      for (int i = 0; i < 4; i++) {
        magic = (magic << 8) | (in.read() & 0xff);
      }
      return magic;
    }
  }

  private static String kind(Path file) throws IOException {
    try (var in = new FileInputStream(file.toFile())) {
      return FileKind.of(in.readNBytes(FileKind.HEAD));
    }
  }

  private static boolean isOfClasses(Path file) throws IOException {
    try (var zip = new ZipFile(file.toFile())) {
      if (zip.getEntry("classes.dex") != null || zip.getEntry("AndroidManifest.xml") != null) {
        return false;
      }
      for (var entries = zip.entries(); entries.hasMoreElements(); ) {
        if (ClassFile.isCode(entries.nextElement().getName())) {
          return true;
        }
      }
      return false;
    } catch (ZipException e) {
      return false;
    }
  }
}
