package dev.dexscope.agents;

import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.GuestClasses;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The agent that HotSpot starts in the process of a program whose classes somebody wants, or swaps.
 */
public final class SwappingAgent {
  /** Begins a request for a jar of the program's class files. */
  static final String EXPORT = "export ";

  /** Begins a request to swap classes for those of a folder. */
  static final String SWAP = "swap ";

  private SwappingAgent() {}

  /**
   * Does it.
   *
   * @param request a line with the file that is to have the answer, then what is wanted of which
   *     file. The first line of the answer says why it could not be done, and is empty when it was.
   */
  public static void agentmain(String request) throws IOException {
    int end = request.indexOf('\n');
    Path answer = Path.of(request.substring(0, end));
    Files.writeString(answer, answer(request.substring(end + 1)));
  }

  private static String answer(String request) {
    if (!Vm.hasProgram()) {
      return RunningProgram.NOT_BEGUN;
    }
    try {
      ClassLoader loader = Vm.programLoader();
      GuestClasses classes = Vm.code().of(loader);
      if (classes == null) {
        return "the process runs no program of dex code";
      }
      return "\n" + answer(request, loader, classes);
    } catch (IOException | RuntimeException | LinkageError e) {
      return "the classes cannot be swapped, " + e;
    }
  }

  private static String answer(String request, ClassLoader loader, GuestClasses classes)
      throws IOException {
    if (request.startsWith(EXPORT)) {
      export(classes, Path.of(request.substring(EXPORT.length())));
      return "";
    }
    Map<String, byte[]> files = read(Path.of(request.substring(SWAP.length())));
    List<SwappedClass> done = new ProgramSwap(Vm.instrumentation(), loader, classes).swap(files);
    return done.stream().map(SwappedClass::line).collect(Collectors.joining("\n"));
  }

  private static void export(GuestClasses classes, Path jar) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String each : classes.classNames()) {
        byte[] file = classes.ofDefinition(each);
        if (file != null) {
          out.putNextEntry(new ZipEntry(each.replace('.', '/') + ".class"));
          out.write(file);
        }
      }
    }
  }

  private static Map<String, byte[]> read(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path each : found.filter(path -> path.toString().endsWith(".class")).toList()) {
        byte[] file = Files.readAllBytes(each);
        String name = ClassFile.of().parse(file).thisClass().asInternalName();
        files.put(name.replace('/', '.'), file);
      }
    }
    return files;
  }
}
