package dev.dexscope.observe.natives;

import dev.dexscope.libcore.MethodTracer;
import dev.dexscope.observe.trace.MethodTracing;
import dev.dexscope.observe.trace.TraceRequest;
import dev.dexscope.trace.Clock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;

/** Method tracing from inside. */
final class NativeTracer implements MethodTracer {
  @Override
  public void start(Options options, Path file) throws IOException {
    MethodTracing.start(request(options), file);
  }

  @Override
  public void start(Options options, OutputStream out) throws IOException {
    MethodTracing.start(request(options), out);
  }

  private static TraceRequest request(Options options) {
    return new TraceRequest(
        clock(options),
        options.bufferSize(),
        options.streaming(),
        options.interval(),
        options.countAllocations(),
        Duration.ZERO);
  }

  private static Clock clock(Options options) {
    if (options.wall() == options.cpu()) {
      return Clock.DUAL;
    }
    return options.wall() ? Clock.WALL : Clock.THREAD_CPU;
  }

  @Override
  public void stop() throws IOException {
    MethodTracing.stop();
  }

  @Override
  public Mode mode() {
    return MethodTracing.mode();
  }
}
