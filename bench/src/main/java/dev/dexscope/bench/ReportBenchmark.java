package dev.dexscope.bench;

import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
 * Measures the work of {@code report} in a VM that is warm: {@code bench/run jmh ReportBenchmark -p
 * file=sparse.trace}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(
    value = 1,
    jvmArgs = {"-XX:+UseSerialGC", "-XX:PretenureSizeThreshold=1m"})
public class ReportBenchmark {
  /** A file of {@link GenerateTrace}. */
  @Param("sparse.trace")
  public String file = "";

  /** Reads the trace and adds up its methods. */
  @Benchmark
  public List<Cost> report() throws IOException {
    View view = View.of(TraceReader.open(Path.of(file)), Filter.ALL);
    return FlatProfile.sorted(FlatProfile.of(view, Grouping.METHOD), Timing.WALL);
  }
}
