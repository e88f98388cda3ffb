import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import com.android.tools.r8.R8;
import com.android.tools.r8.R8Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The build's own step: {@code MakeDex FOLDER RULES MIN-API} makes a classes.dex of a folder's
 * classes, in it, unless the one that is there is newer than what it is made of.
 */
final class MakeDex {
  private MakeDex() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Path rules = Path.of(args[1]);
    List<Path> classes;
    try (Stream<Path> files = Files.list(folder)) {
      classes = files.filter(each -> each.toString().endsWith(".class")).sorted().toList();
    }
    List<Path> sources = new ArrayList<>(classes);
    sources.add(rules);
    if (isCurrent(folder.resolve("classes.dex"), sources)) {
      return;
    }
    R8.run(
        R8Command.builder()
            .addProgramFiles(classes)
            .addLibraryResourceProvider(JdkClassFileProvider.fromSystemJdk())
            .addProguardConfigurationFiles(rules)
            .setMinApiLevel(Integer.parseInt(args[2]))
            .setMode(CompilationMode.RELEASE)
            .setOutput(folder, OutputMode.DexIndexed)
            .build());
  }

  private static boolean isCurrent(Path dex, List<Path> sources) throws IOException {
    if (!Files.exists(dex)) {
      return false;
    }
    for (Path source : sources) {
      if (Files.getLastModifiedTime(source).compareTo(Files.getLastModifiedTime(dex)) >= 0) {
        return false;
      }
    }
    return true;
  }
}
