package dev.dexscope.vm;

import com.android.tools.r8.ArchiveProgramResourceProvider;
import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import com.google.common.collect.ImmutableList;
import dev.dexscope.dex.DexFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kotlin.collections.CollectionsKt;

/**
 * Libraries that the tests' class path has, as dex files: some packages, or all with {@code
 * -Dsurefire.args=-Ddexscope.packages=all}, which takes minutes.
 */
public enum RealCode {
  /** Java code. */
  GUAVA(ImmutableList.class, "com/google/common/(base|hash|escape)/.*"),
  /** Code of Kotlin's compiler, whose generated methods often have no lines. */
  KOTLIN(CollectionsKt.class, "kotlin/(text|ranges|io|sequences)/.*");

  private final Class<?> member;
  private final String packages;

  RealCode(Class<?> member, String packages) {
    this.member = member;
    this.packages = System.getProperty("dexscope.packages", "").equals("all") ? ".*" : packages;
  }

  /** The library by D8: with lines and names of variables when {@code debug}. */
  public List<DexFile> dex(Path folder, boolean debug) throws Exception {
    Path output = Files.createDirectory(folder.resolve(name() + debug));
    Path jar = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
    D8.run(
        D8Command.builder()
            .addProgramResourceProvider(
                ArchiveProgramResourceProvider.fromArchive(
                    jar, name -> name.matches(packages) && name.endsWith(".class")))
            .addClasspathFiles(jar)
            .addLibraryResourceProvider(
                JdkClassFileProvider.fromJdkHome(Path.of(System.getProperty("java.home"))))
            .setMode(debug ? CompilationMode.DEBUG : CompilationMode.RELEASE)
            .setMinApiLevel(28)
            .setOutput(output, OutputMode.DexIndexed)
            .build());
    List<DexFile> files = new ArrayList<>();
    try (var written = Files.list(output)) {
      for (Path each : written.sorted().toList()) {
        files.addAll(DexFile.open(each));
      }
    }
    return files;
  }
}
