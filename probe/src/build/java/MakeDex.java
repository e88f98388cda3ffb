import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.OutputMode;
import com.android.tools.r8.R8;
import com.android.tools.r8.R8Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * The build's own step: {@code MakeDex MODULE OUT MIN-API} makes OUT/classes.dex and OUT/tau.dex, the
 * same under TAU's names, unless they are newer than their sources.
 */
final class MakeDex {
  private static final List<String> NAMES = List.of("classes", "tau");

  private MakeDex() {}

  public static void main(String[] args) throws Exception {
    Path sources = Path.of(args[0], "src");
    Path out = Path.of(args[1]);
    if (isCurrent(out, sources)) {
      return;
    }
    Path work = Files.createTempDirectory("dex");
    compile(sources, work);
    List<Path> classes = files(work.resolve("dev"), ".class");
    for (String name : NAMES) {
      R8.run(
          R8Command.builder()
              .addProgramFiles(classes)
              .addLibraryResourceProvider(JavaBase.ofSystem())
              .addProguardConfigurationFiles(sources.resolve("build/r8/" + name + ".pro"))
              .setMinApiLevel(Integer.parseInt(args[2]))
              .setMode(CompilationMode.RELEASE)
              .setOutput(work, OutputMode.DexIndexed)
              .build());
      Path made = work.resolve("classes.dex");
      Files.move(made, out.resolve(name + ".dex"), StandardCopyOption.REPLACE_EXISTING);
    }
    for (Path file : files(work, "").reversed()) {
      Files.delete(file);
    }
  }

  private static boolean isCurrent(Path out, Path sources) throws IOException {
    List<Path> all = new ArrayList<>(files(sources.resolve("main"), ""));
    all.addAll(files(sources.resolve("build"), ""));
    FileTime newest = FileTime.fromMillis(0);
    for (Path each : all) {
      FileTime time = Files.getLastModifiedTime(each);
      newest = time.compareTo(newest) > 0 ? time : newest;
    }
    for (String name : NAMES) {
      Path dex = out.resolve(name + ".dex");
      if (!Files.exists(dex) || Files.getLastModifiedTime(dex).compareTo(newest) <= 0) {
        return false;
      }
    }
    return true;
  }

  /** Without lines, which would be 2 KB. */
  private static void compile(Path sources, Path out) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--release", "8", "-g:none", "-Xlint:-options"));
    arguments.addAll(List.of("-proc:none", "-d", out.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    files(sources.resolve("main/java/dev"), ".java").forEach(each -> arguments.add(each.toString()));
    files(sources.resolve("stubs"), ".java").forEach(each -> arguments.add(each.toString()));
    String[] all = arguments.toArray(String[]::new);
    if (ToolProvider.getSystemJavaCompiler().run(null, null, null, all) != 0) {
      throw new IOException("the run time does not compile");
    }
  }

  /** Folders before what is in them. */
  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(each -> each.toString().endsWith(ending)).sorted().toList();
    }
  }
}
