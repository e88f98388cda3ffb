package dev.dexscope.apphost.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apps.AppFramework;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * Each method of ours that is to stand in the framework's place, or before it, is one of a method
 * that each supported framework has, with its types: the framework's are in a list, and the list is
 * compared with the frameworks where they are installed.
 */
class OverridesTest {
  /** Lines of a level, a class, a method with its type, and {@code static} if it is. */
  private static final String LIST = "framework-methods.txt";

  private static final String MARKS = "Ldev/dexscope/apphost/device/phone/";

  /** A method of ours and a class of the framework's whose method of that name it is for. */
  private record Marked(String own, String owner, String name, MethodTypeDesc type) {}

  /** A method of a framework. */
  private record Method(String name, MethodTypeDesc type, boolean isStatic) {
    static Method of(String line) {
      String[] words = line.split(" ");
      int open = words[2].indexOf('(');
      return new Method(
          words[2].substring(0, open),
          MethodTypeDesc.ofDescriptor(words[2].substring(open)),
          words.length > 3);
    }
  }

  @Test
  void eachIsOfAMethodThatEachFrameworkHas() throws IOException {
    Map<String, List<Method>> framework = listed();
    List<String> wrong = new ArrayList<>();
    for (int level : AppFramework.LEVELS) {
      for (Marked each : overrides()) {
        List<Method> methods =
            framework.getOrDefault(level + " " + each.owner(), List.of()).stream()
                .filter(method -> method.name().equals(each.name()))
                .toList();
        if (methods.stream().noneMatch(method -> isFor(each, method))) {
          wrong.add(level + ": " + each + ", of " + methods);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void theTableOfClassesHasThoseWithMarks() throws IOException {
    Map<String, Set<String>> marked = new TreeMap<>();
    for (Marked each : overrides()) {
      marked.computeIfAbsent(each.owner(), _ -> new TreeSet<>()).add(each.own());
    }
    Map<String, Set<String>> table = new TreeMap<>();
    Overrides.CLASSES.forEach((owner, own) -> {
      Set<String> names = table.computeIfAbsent(owner, _ -> new TreeSet<>());
      own.forEach(each -> names.add(each.getName()));
    });

    assertThat(table).isEqualTo(marked);
  }

  /** With {@code -Dgolden=write} it is written anew. */
  @NeedsPeer(Peer.APP_FRAMEWORK)
  @Test
  void theListIsThatOfTheFrameworks() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Integer, Path> each : jars().entrySet()) {
      lines.addAll(methods(each.getKey(), each.getValue()));
    }
    if ("write".equals(System.getProperty("golden"))) {
      Files.write(Path.of("src/test/resources/dev/dexscope/apphost/device", LIST), lines);
    }
    // Where one framework is installed, its part of the list is compared.
    Set<String> levels = new HashSet<>();
    lines.forEach(each -> levels.add(each.split(" ")[0]));
    assertThat(levels).isNotEmpty();
    assertThat(lines)
        .isEqualTo(lines().stream().filter(each -> levels.contains(each.split(" ")[0])).toList());
  }

  private static boolean isFor(Marked own, Method method) {
    if (!own.name().equals(method.name())) {
      return false;
    }
    List<ClassDesc> given = own.type().parameterList();
    // Native methods of this package are called without their objects.
    boolean hasObject =
        !method.isStatic() && !own.owner().startsWith("com.google.android.gles_jni.");
    int receiver = hasObject ? 1 : 0;
    if (given.size() < receiver || given.size() > receiver + method.type().parameterCount()) {
      return false;
    }
    for (int i = receiver; i < given.size(); i++) {
      ClassDesc theirs = method.type().parameterType(i - receiver);
      if (!given.get(i).equals(theirs) && !isHidden(given.get(i), theirs)) {
        return false;
      }
    }
    return true;
  }

  /** A type that programs cannot name is {@code Object}, or an array of that, here. */
  private static boolean isHidden(ClassDesc own, ClassDesc theirs) {
    if (own.isArray() && theirs.isArray()) {
      return isHidden(own.componentType(), theirs.componentType());
    }
    return own.equals(ConstantDescs.CD_Object) && !theirs.isPrimitive();
  }

  private static Map<String, List<Method>> listed() throws IOException {
    Map<String, List<Method>> listed = new TreeMap<>();
    for (String each : lines()) {
      String owner = each.substring(0, each.indexOf(' ', each.indexOf(' ') + 1));
      listed.computeIfAbsent(owner, _ -> new ArrayList<>()).add(Method.of(each));
    }
    return listed;
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = OverridesTest.class.getResourceAsStream(LIST)) {
      return in == null
          ? List.of()
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** Our methods with marks, by the class files: loading them would need a framework. */
  private static List<Marked> overrides() throws IOException {
    List<Marked> all = new ArrayList<>();
    for (Class<?> each :
        new HashSet<>(Overrides.CLASSES.values().stream().flatMap(List::stream).toList())) {
      try (InputStream in = each.getResourceAsStream(each.getSimpleName() + ".class")) {
        add(ClassFile.of().parse(in.readAllBytes()), all);
      }
    }
    assertThat(all).hasSizeGreaterThan(100);
    return all;
  }

  private static void add(ClassModel own, List<Marked> all) {
    String name = own.thisClass().name().stringValue().replace('/', '.');
    List<Annotation> ofClass =
        own.findAttribute(Attributes.runtimeVisibleAnnotations())
            .map(each -> each.annotations())
            .orElse(List.of());
    for (MethodModel method : own.methods()) {
      List<String> owners =
          owners(
              method
                  .findAttribute(Attributes.runtimeVisibleAnnotations())
                  .map(each -> each.annotations())
                  .orElse(List.of()));
      boolean isOurs =
          method.flags().has(AccessFlag.PRIVATE)
              || method.flags().has(AccessFlag.SYNTHETIC)
              || method.methodName().stringValue().startsWith("<");
      if (owners.isEmpty() && !isOurs) {
        owners = owners(ofClass);
      }
      for (String each : owners) {
        assertThat(method.flags().has(AccessFlag.STATIC)).as(method.toString()).isTrue();
        all.add(
            new Marked(name, each, method.methodName().stringValue(), method.methodTypeSymbol()));
      }
    }
  }

  private static List<String> owners(List<Annotation> annotations) {
    List<String> owners = new ArrayList<>();
    for (Annotation each : annotations) {
      if (each.className().stringValue().startsWith(MARKS)) {
        for (AnnotationElement element : each.elements()) {
          var values = (AnnotationValue.OfArray) element.value();
          values
              .values()
              .forEach(value -> owners.add(((AnnotationValue.OfString) value).stringValue()));
        }
      }
    }
    return owners;
  }

  /** The frameworks that are installed, by their levels. */
  private static Map<Integer, Path> jars() throws IOException {
    Map<Integer, Path> jars = new TreeMap<>();
    try (Stream<Path> files = Files.list(Peer.APP_FRAMEWORK.path())) {
      for (Path each : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        String file = each.getFileName().toString();
        if (file.startsWith("android-all-instrumented-15-")) {
          jars.put(35, each);
        } else if (file.startsWith("android-all-instrumented-11-")) {
          jars.put(30, each);
        }
      }
    }
    return jars;
  }

  private static List<String> methods(int level, Path jar) throws IOException {
    Map<String, Set<String>> names = new TreeMap<>();
    overrides()
        .forEach(
            each -> names.computeIfAbsent(each.owner(), _ -> new TreeSet<>()).add(each.name()));
    List<String> lines = new ArrayList<>();
    try (var zip = new ZipFile(jar.toFile())) {
      names.forEach((owner, wanted) -> {
        ZipEntry entry = zip.getEntry(owner.replace('.', '/') + ".class");
        if (entry == null) {
          return;
        }
        try (InputStream in = zip.getInputStream(entry)) {
          for (MethodModel each : ClassFile.of().parse(in.readAllBytes()).methods()) {
            if (wanted.contains(each.methodName().stringValue())) {
              lines.add(
                  level
                      + " "
                      + owner
                      + " "
                      + each.methodName()
                      + each.methodType()
                      + (each.flags().has(AccessFlag.STATIC) ? " static" : ""));
            }
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    }
    lines.sort(null);
    return lines;
  }
}
