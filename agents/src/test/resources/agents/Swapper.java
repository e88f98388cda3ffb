import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Redefines the classes of a program by the class files of a folder, when the program calls it. */
public final class Swapper {
  private static final Deque<Path> folders = new ArrayDeque<>();
  private static Instrumentation instrumentation;

  /** The options are the folders. */
  public static void premain(String options, Instrumentation given) {
    instrumentation = given;
    for (String each : options.split(",")) {
      folders.add(Path.of(each));
    }
  }

  /** Returns false when there is no folder left. */
  public static boolean next() throws IOException {
    Path folder = folders.poll();
    if (folder == null) {
      return false;
    }
    List<ClassDefinition> definitions = new ArrayList<>();
    for (Class<?> each : instrumentation.getAllLoadedClasses()) {
      Path file = folder.resolve(each.getName() + ".class");
      if (Files.exists(file)) {
        definitions.add(new ClassDefinition(each, Files.readAllBytes(file)));
      }
    }
    try {
      instrumentation.redefineClasses(definitions.toArray(new ClassDefinition[0]));
      System.out.println("swap " + folder.getFileName() + ": " + definitions.size());
    } catch (ClassNotFoundException | UnmodifiableClassException e) {
      System.out.println("swap " + folder.getFileName() + ": " + e);
    } catch (UnsupportedOperationException | LinkageError e) {
      System.out.println("swap " + folder.getFileName() + ": " + e);
    }
    return true;
  }
}
