import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.OutputMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The build's own step: {@code MakeDex FOLDER MIN-API} makes a classes.dex of a folder's classes, in it. */
final class MakeDex {
  private MakeDex() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    List<Path> classes;
    try (Stream<Path> files = Files.list(folder)) {
      classes = files.filter(each -> each.toString().endsWith(".class")).sorted().toList();
    }
    D8.run(
        D8Command.builder()
            .addProgramFiles(classes)
            .addLibraryResourceProvider(
                com.android.tools.r8.JdkClassFileProvider.fromSystemJdk())
            .addClasspathFiles(List.of())
            .setMinApiLevel(Integer.parseInt(args[1]))
            .setMode(CompilationMode.RELEASE)
            .setOutput(folder, OutputMode.DexIndexed)
            .build());
  }
}
