import java.io.IOException;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Gives jars' class files of Java 5 and older the version of Java 8, with the stack maps that it
 * wants. HotSpot takes no older ones into its class cache, so that each start reads and verifies
 * them anew: of picocli, which is for Java 5, that took a third of every command's start.
 */
final class ClassVersions {
  private static final int FIRST_IN_CACHE = 50;
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

  private ClassVersions() {}

  /** The jars; those without such classes are left as they are. */
  public static void main(String[] args) throws IOException {
    for (String each : args) {
      Path jar = Path.of(each);
      if (isOld(jar)) {
        renew(jar);
      }
    }
  }

  private static boolean isOld(Path jar) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (isClass(entry) && isOld(zip.getInputStream(entry).readNBytes(8))) {
          return true;
        }
      }
      return false;
    }
  }

  /** With a time of its own, so that each build makes the same jar. */
  private static ZipEntry entry(String name) {
    var entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    return entry;
  }

  private static boolean isClass(ZipEntry entry) {
    return entry.getName().endsWith(".class");
  }

  /** JVMS 4.1: magic, minor version, major version. */
  private static boolean isOld(byte[] classFile) {
    return ((classFile[6] & 0xff) << 8 | classFile[7] & 0xff) < FIRST_IN_CACHE;
  }

  private static void renew(Path jar) throws IOException {
    Path temporary = jar.resolveSibling(jar.getFileName() + ".tmp");
    try (var zip = new ZipFile(jar.toFile());
        var classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        var out = new ZipOutputStream(Files.newOutputStream(temporary))) {
      ClassFile renewing =
          ClassFile.of(
              ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
              ClassFile.ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(classes)));
      for (ZipEntry entry : Collections.list(zip.entries())) {
        byte[] bytes = zip.getInputStream(entry).readAllBytes();
        out.putNextEntry(entry(entry.getName()));
        out.write(isClass(entry) && isOld(bytes) ? renew(renewing, bytes) : bytes);
      }
      // The Apache License wants to be told of changes.
      out.putNextEntry(entry("META-INF/CHANGES-BY-DEXSCOPE.txt"));
      String note = "Class files older than Java 6 were given the version of Java 8.\n";
      out.write(note.getBytes(StandardCharsets.UTF_8));
    }
    Files.move(temporary, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] renew(ClassFile renewing, byte[] bytes) {
    ClassModel model = renewing.parse(bytes);
    return renewing.build(
        model.thisClass().asSymbol(),
        builder -> {
          builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
          for (ClassElement each : model) {
            switch (each) {
              case ClassFileVersion _ -> {}
              // Code that is copied as it is would get no stack maps: each element goes over.
              case MethodModel method ->
                  builder.transformMethod(
                      method, MethodTransform.transformingCode(CodeBuilder::with));
              default -> builder.with(each);
            }
          }
        });
  }
}
