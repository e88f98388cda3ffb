package dev.dexscope.vm;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.NoCodeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A program to run.
 *
 * @param classPath dex files and archives of them
 * @param mainClass the class whose main method is called; null for the main class of the first file
 * @param warmups how often the main method is called before it is called for good, in the same
 *     process and with the same static fields
 * @param resources archives and folders that are searched for resources before files of the class
 *     path: the jars and folders of class files that these were made of
 */
public record Program(
    List<Path> classPath, @Nullable String mainClass, int warmups, Map<Path, Path> resources) {
  private static final String MAIN = "main";
  private static final String MAIN_DESCRIPTOR = "([Ljava/lang/String;)V";
  private static final String WITHOUT_ARGUMENTS = "()V";
  private static final int NAMED_IN_MESSAGE = 5;

  public Program {
    classPath = List.copyOf(classPath);
    resources = Map.copyOf(resources);
  }

  /** A program that runs once. */
  public Program(List<Path> classPath, @Nullable String mainClass) {
    this(classPath, mainClass, 0, Map.of());
  }

  /** Returns this program with runs before the last one. */
  public Program withWarmups(int count) {
    return new Program(classPath, mainClass, count, resources);
  }

  /** Returns this program with archives and folders of resources. */
  public Program withResources(Map<Path, Path> sources) {
    return new Program(classPath, mainClass, warmups, sources);
  }

  /**
   * The program that an argument of the command line names: a file, if there is one of that name,
   * else a class of the class path.
   *
   * @throws NoMainClassException when it is neither
   */
  public static Program of(List<Path> classPath, String word) {
    Path file = Path.of(word);
    if (!Files.isRegularFile(file)) {
      if (classPath.isEmpty()) {
        throw new NoMainClassException(
            "no such file, " + word + "; check the path, or for a class specify -cp FILE");
      }
      return new Program(classPath, word.replace('/', '.'));
    }
    List<Path> path = new ArrayList<>(List.of(file));
    path.addAll(classPath);
    return new Program(path, null);
  }

  /**
   * Returns the class of a file whose main method is to run: the one in its manifest, or the only
   * one.
   *
   * @throws NoMainClassException if it cannot be determined
   * @throws IOException if it cannot be read
   */
  public static String mainClass(Path file) throws IOException {
    String named = namedByManifest(file);
    return named != null ? named : onlyMainClass(file);
  }

  /**
   * Returns the class of a file whose main method is to run.
   *
   * @param mainClass null for the main class of the file
   * @throws NoMainClassException if there is no such class
   * @throws IOException if it cannot be read
   */
  public static String mainClass(Path file, @Nullable String mainClass) throws IOException {
    if (mainClass == null) {
      return mainClass(file);
    }
    String name = mainClass.replace('/', '.');
    if (defines(file, name)) {
      return name;
    }
    throw new NoMainClassException("no class " + name + ", " + file + "; " + known(file));
  }

  /**
   * Returns whether a file has a class.
   *
   * @throws IOException if it cannot be read
   */
  public static boolean defines(Path file, String name) throws IOException {
    String type = "L" + name.replace('.', '/') + ";";
    try {
      for (DexFile dex : DexFile.open(file)) {
        for (ClassDef each : dex.classes()) {
          if (each.type().equals(type)) {
            return true;
          }
        }
      }
    } catch (NoCodeException _) {
      // An archive of resources alone.
    }
    return false;
  }

  private static String known(Path file) throws IOException {
    List<String> classes;
    try {
      classes = mainClasses(file);
    } catch (NoCodeException _) {
      return "it has no code";
    }
    return classes.isEmpty() ? "it has no class with a main(String[])" : "it has " + some(classes);
  }

  private static String some(List<String> classes) {
    String names = String.join(" ", classes.subList(0, Math.min(classes.size(), NAMED_IN_MESSAGE)));
    return classes.size() > NAMED_IN_MESSAGE ? names + " ..." : names;
  }

  private static @Nullable String namedByManifest(Path file) throws IOException {
    try (var jar = new JarFile(file.toFile(), false)) {
      Manifest manifest = jar.getManifest();
      return manifest == null ? null : manifest.getMainAttributes().getValue("Main-Class");
    } catch (ZipException e) {
      // A dex file.
      return null;
    }
  }

  private static List<String> mainClasses(Path file) throws IOException {
    List<DexFile> files = DexFile.open(file);
    List<String> found = mainClasses(files, Program::isMain);
    return found.isEmpty() ? mainClasses(files, Program::isMainOfJava25) : found;
  }

  private static List<String> mainClasses(List<DexFile> files, Predicate<EncodedMethod> isMain) {
    List<String> found = new ArrayList<>();
    for (DexFile dex : files) {
      for (ClassDef each : dex.classes()) {
        ClassData data = each.data();
        if (data.directMethods().stream().anyMatch(isMain)
            || data.virtualMethods().stream().anyMatch(isMain)) {
          found.add(JavaName.of(each.type()));
        }
      }
    }
    return found;
  }

  private static String onlyMainClass(Path file) throws IOException {
    List<String> found = mainClasses(file);
    return switch (found.size()) {
      case 1 -> found.getFirst();
      case 0 ->
          throw new NoMainClassException(
              "no class has a main(String[]), "
                  + file
                  + "; only programs run here: add such a class to an app, or inject it for a"
                  + " device");
      default ->
          throw new NoMainClassException(
              "several classes have a main(String[]), "
                  + file
                  + "; name one by profile --main CLASS or run -cp FILE CLASS: "
                  + some(found));
    };
  }

  private static boolean isMain(EncodedMethod method) {
    int wanted = AccessFlags.PUBLIC | AccessFlags.STATIC;
    return (method.accessFlags() & wanted) == wanted
        && isNamedMain(method)
        && descriptor(method).equals(MAIN_DESCRIPTOR);
  }

  /** See {@link MainMethod}. */
  private static boolean isMainOfJava25(EncodedMethod method) {
    int unwanted = AccessFlags.PRIVATE | AccessFlags.ABSTRACT;
    if ((method.accessFlags() & unwanted) != 0 || !isNamedMain(method)) {
      return false;
    }
    String descriptor = descriptor(method);
    return descriptor.equals(MAIN_DESCRIPTOR) || descriptor.equals(WITHOUT_ARGUMENTS);
  }

  private static boolean isNamedMain(EncodedMethod method) {
    return method.dex().methodName(method.index()).equals(MAIN);
  }

  private static String descriptor(EncodedMethod method) {
    DexFile dex = method.dex();
    return dex.protoDescriptor(dex.methodProto(method.index()));
  }
}
