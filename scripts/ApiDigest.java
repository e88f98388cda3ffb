import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Digests of a folder of classes: of all files, and of what other code is compiled against. Code that calls these classes
 * need not be compiled again when only bodies of methods, private members or local classes have changed.
 *
 * @param files of each file's content
 * @param api of the members that are not private, with their annotations, and the values of constants
 */
record ApiDigest(String files, String api) {
  /** Each member that is not needed leaves the constant pool too. */
  private static final ClassFile CLASSES =
      ClassFile.of(
          ClassFile.ConstantPoolSharingOption.NEW_POOL, ClassFile.StackMapsOption.DROP_STACK_MAPS);

  static ApiDigest of(Path folder) throws IOException {
    MessageDigest files = sha256();
    MessageDigest api = sha256();
    if (Files.exists(folder)) {
      for (Path file : sorted(folder)) {
        byte[] bytes = Files.readAllBytes(file);
        String name = folder.relativize(file).toString();
        add(files, name, bytes);
        if (file.toString().endsWith(".class")) {
          ClassModel model = CLASSES.parse(bytes);
          if (model.findAttribute(Attributes.enclosingMethod()).isEmpty()) {
            add(api, name, withoutBodies(model));
          }
        }
      }
    }
    return new ApiDigest(hex(files), hex(api));
  }

  static List<Path> sorted(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** The Java sources in a folder. */
  static List<Path> sources(Path folder) throws IOException {
    return !Files.exists(folder)
        ? List.of()
        : sorted(folder).stream().filter(each -> each.toString().endsWith(".java")).toList();
  }

  private static byte[] withoutBodies(ClassModel model) {
    return CLASSES.build(
        model.thisClass().asSymbol(),
        builder -> {
          for (ClassElement each : model) {
            switch (each) {
              case MethodModel method -> {
                if (isSeen(method.flags().flags())) {
                  builder.transformMethod(
                      method, MethodTransform.dropping(part -> part instanceof CodeModel));
                }
              }
              case FieldModel field -> {
                if (isSeen(field.flags().flags())) {
                  builder.with(field);
                }
              }
              case InnerClassesAttribute inner ->
                  builder.with(
                      InnerClassesAttribute.of(
                          inner.classes().stream()
                              .filter(one -> one.innerName().isPresent() && one.outerClass().isPresent())
                              .toList()));
              case NestMembersAttribute _, SourceFileAttribute _ -> {}
              default -> builder.with(each);
            }
          }
        });
  }

  private static boolean isSeen(Set<AccessFlag> flags) {
    return !flags.contains(AccessFlag.PRIVATE) && !flags.contains(AccessFlag.SYNTHETIC);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adds a file by a name, and its content. */
  static void add(MessageDigest digest, String name, byte[] content) {
    digest.update((name + "\n").getBytes());
    digest.update(sha256().digest(content));
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
