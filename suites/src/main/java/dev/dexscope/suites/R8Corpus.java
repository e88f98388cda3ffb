package dev.dexscope.suites;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import com.android.tools.r8.R8;
import com.android.tools.r8.R8Command;
import com.android.tools.r8.origin.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Gives libraries to R8 as apps do, in full mode with class merging, repackaging and wider access,
 * at API levels from 21 to 35, each time with other classes as entry points; then asks HotSpot's
 * verifier about each class that is left. {@code suites/r8-corpus} starts it.
 */
public final class R8Corpus {
  private static final int[] LEVELS = {21, 24, 26, 30, 35};
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  private R8Corpus() {}

  public static void main(String[] args) throws Exception {
    Path work = Path.of(args[0]);
    List<Path> jars = jars(work.resolve("lib"));
    Path output = Files.createDirectories(work.resolve("r8"));
    List<String> dexed = new ArrayList<>();
    for (int level : LEVELS) {
      Path jar = output.resolve("api-" + level + ".jar");
      if (Files.exists(jar) || isShrunk(jars, level, jar)) {
        dexed.add(jar.toString());
      }
    }
    LinkClasses.main(dexed.toArray(String[]::new));
  }

  /** R8 itself fails now and then on libraries whose dependencies are missing. */
  private static boolean isShrunk(List<Path> jars, int level, Path jar) throws IOException {
    try {
      shrink(jars, level, jar);
      return true;
    } catch (CompilationFailedException e) {
      System.err.println("R8 makes nothing at level " + level + ": " + e.getCause());
      return false;
    }
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static void shrink(List<Path> jars, int level, Path jar)
      throws IOException, CompilationFailedException {
    List<String> rules = new ArrayList<>();
    rules.add("-allowaccessmodification");
    rules.add("-repackageclasses");
    rules.add("-dontwarn **");
    rules.add("-ignorewarnings");
    rules.add("-keepattributes Signature,InnerClasses,EnclosingMethod,*Annotation*");
    for (String each : entries(jars, new Random(level))) {
      rules.add("-keep,allowobfuscation class " + each + " { public <methods>; }");
    }
    Path temporary = jar.resolveSibling("r8-" + jar.getFileName());
    R8.run(
        R8Command.builder(new GuestBuild.OnlyErrors())
            .addProgramFiles(jars)
            .addLibraryResourceProvider(JdkClassFileProvider.fromJdkHome(JDK))
            .setMinApiLevel(level)
            .addProguardConfiguration(rules, Origin.unknown())
            .setOutput(temporary, OutputMode.DexIndexed)
            .build());
    Files.move(temporary, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /** A class in eight, always the same for a level. */
  private static List<String> entries(List<Path> jars, Random random) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path jar : jars) {
      try (var zip = new java.util.zip.ZipFile(jar.toFile())) {
        zip.stream()
            .map(java.util.zip.ZipEntry::getName)
            .filter(each -> each.endsWith(".class") && !each.contains("-"))
            .map(each -> each.substring(0, each.length() - ".class".length()).replace('/', '.'))
            .forEach(names::add);
      }
    }
    Collections.sort(names);
    Collections.shuffle(names, random);
    return names.subList(0, names.size() / 8);
  }
}
