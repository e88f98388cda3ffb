package dev.dexscope.bench;

import dev.dexscope.dex.DexFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jf.dexlib2.Opcodes;
import org.jf.dexlib2.dexbacked.DexBackedDexFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading and rewriting in a warm VM, ours and dexlib2's: {@code bench/run jmh DexBenchmark -p
 * file=A.dex}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 4)
@Measurement(iterations = 5, time = 4)
public class DexBenchmark {
  @Param("app.dex")
  String file = "";

  @Benchmark
  public long decode() throws IOException {
    return RewriteDex.decode(DexFile.open(Path.of(file)).getFirst());
  }

  @Benchmark
  public long decodeWithDexlib() throws IOException {
    return RewriteDexWithDexlib.decode(dexlib());
  }

  @Benchmark
  public byte[] copy() throws IOException {
    return RewriteDex.copied(DexFile.open(Path.of(file)).getFirst());
  }

  @Benchmark
  public void copyWithDexlib() throws IOException {
    write(false);
  }

  @Benchmark
  public byte[] hook() throws IOException {
    return RewriteDex.hooked(DexFile.open(Path.of(file)).getFirst());
  }

  @Benchmark
  public void hookWithDexlib() throws IOException {
    write(true);
  }

  private DexBackedDexFile dexlib() throws IOException {
    return new DexBackedDexFile(Opcodes.getDefault(), Files.readAllBytes(Path.of(file)));
  }

  private void write(boolean hook) throws IOException {
    Path out = Files.createTempFile("dexlib", ".dex");
    RewriteDexWithDexlib.write(
        dexlib(), out.toString(), hook ? RewriteDexWithDexlib::hooked : UnaryOperator.identity());
    Files.delete(out);
  }
}
