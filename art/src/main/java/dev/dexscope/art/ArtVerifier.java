package dev.dexscope.art;

import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The verifier of Android's runtime. A class that another one of the same files extends is verified
 * with that one, and reported as verified if it was not rejected.
 *
 * <pre>{@code
 * List<ArtVerifier.Finding> findings =
 *     new ArtVerifier(Art.required(), List.of(Path.of("app.apk"))).verify(List.of("p.C"));
 * }</pre>
 *
 * @param classPath the files of the classes, and of those that they use
 */
public record ArtVerifier(Art art, List<Path> classPath) {
  private static final int FIELDS = 3;

  public ArtVerifier {
    classPath = List.copyOf(classPath);
  }

  /**
   * The result for a class.
   *
   * @param className in Java's form
   * @param verdict {@code OK}, {@code ACCESS_CHECKS}, {@code SOFT}, {@code HARD} or {@code
   *     LOAD_FAILED}
   * @param reason of a class that is rejected or cannot be loaded; else empty
   */
  public record Finding(String className, String verdict, String reason) {}

  /**
   * Verifies classes, in the order of their names.
   *
   * @throws MissingToolException if the runtime ends before it has verified all
   * @throws IOException if it cannot be started
   */
  public List<Finding> verify(Collection<String> classNames) throws IOException {
    String path =
        classPath.stream()
            .map(each -> each.toAbsolutePath().toString())
            .collect(Collectors.joining(":"));
    ArtRun run =
        ArtRun.of(art, List.of(art.folder().resolve("verify.jar")), "Verify")
            .compiled(false)
            .withArguments(List.of(art.lib().resolve("libverify.so").toString(), path));
    run = art.hasAndroid() ? run.withAndroid() : run;
    Process process = run.prepare().redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      Thread names = Thread.ofPlatform().daemon().start(() -> write(classNames, process));
      List<Finding> findings = read(process);
      names.join();
      if (ArtRun.await(process) != 0 || findings.size() != classNames.size()) {
        throw new MissingToolException(
            "Android's runtime ended after " + findings.size() + " classes",
            path,
            "run dexscope verify without --engine art");
      }
      return findings;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while classes are verified", e);
    } finally {
      ArtRun.end(process);
    }
  }

  private static void write(Collection<String> names, Process process) {
    try (Writer out = process.outputWriter(StandardCharsets.UTF_8)) {
      for (String each : names) {
        out.write(each + "\n");
      }
    } catch (IOException e) {
      // It has ended, which its exit code shows.
    }
  }

  private static List<Finding> read(Process process) throws IOException {
    List<Finding> findings = new ArrayList<>();
    try (var in = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] fields = line.split("\t", FIELDS);
        if (fields.length == FIELDS) {
          findings.add(new Finding(fields[1], fields[0], fields[2]));
        }
      }
    }
    return findings;
  }
}
