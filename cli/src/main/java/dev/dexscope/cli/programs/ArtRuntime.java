package dev.dexscope.cli.programs;

import dev.dexscope.art.ArtRun;
import dev.dexscope.art.ArtTrace;
import dev.dexscope.profile.OtherRuntime;
import dev.dexscope.vm.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Android's own runtime as the one that runs the programs to profile. */
record ArtRuntime(ArtOptions options) implements OtherRuntime {
  private static final int BUFFER = 64 << 20;
  private static final int MICROS = 1000;
  private static final int BYTES = 1 << 13;

  @Override
  public int run(
      List<Path> classPath,
      String mainClass,
      List<String> arguments,
      Map<String, String> properties,
      @Nullable Path samples)
      throws IOException {
    ArtRun run =
        ArtProgram.of(new Program(classPath, mainClass), options)
            .withArguments(arguments)
            .withProperties(properties)
            .traced(samples == null ? null : new ArtTrace(samples, BUFFER, MICROS));
    Redirect output = samples == null ? Redirect.DISCARD : Redirect.INHERIT;
    Process process = run.prepare().redirectOutput(output).redirectError(output).start();
    try {
      Thread.ofPlatform().daemon().name("standard input").start(() -> pass(process));
      return ArtRun.await(process);
    } finally {
      ArtRun.end(process);
    }
  }

  /** What is read before the program requests it is read for it in the second run, too. */
  private static void pass(Process process) {
    InputStream in = System.in;
    byte[] bytes = new byte[BYTES];
    try (OutputStream out = process.getOutputStream()) {
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        out.write(bytes, 0, read);
        out.flush();
      }
    } catch (IOException e) {
      // The program has ended, or closed its input.
    }
  }
}
