package dev.dexscope.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.libcore.MethodTracer.Mode;
import dev.dexscope.observe.Observation;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.instrument.HookedClasses;
import dev.dexscope.vm.instrument.MethodIds;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodTracingTest {
  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Observation());
  }

  @TempDir Path folder;
  private Path file;

  /** Defines the program's classes as a guest loader does. */
  static final class Loader extends ClassLoader {
    Loader() {
      super(Loader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        if (!name.startsWith(Traced.class.getName())) {
          return super.loadClass(name, resolve);
        }
        String resource = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(resource)) {
          byte[] bytes = in.readAllBytes();
          for (HookedClasses each : HookedClasses.atDefinition()) {
            bytes = Objects.requireNonNullElse(each.atDefinition(bytes), bytes);
          }
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    Runnable program() {
      try {
        return (Runnable) loadClass(Traced.class.getName()).getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.getMessage(), e);
      }
    }
  }

  @BeforeEach
  void guestsAreTheLoadersClasses() {
    file = folder.resolve("a.trace");
    MethodTracing.guests(loader -> loader instanceof Loader, frame -> null);
  }

  @AfterEach
  void stop() throws IOException {
    MethodTracing.stop();
  }

  /** The calls as lines, indented by depth; an exclamation mark where an exception ended one. */
  static List<String> calls(Path file) throws IOException {
    Trace trace = TraceReader.open(file);
    assertThat(trace.quality().isClean()).as("%s", trace.quality()).isTrue();
    List<String> lines = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>();
    trace.replay(
        new CallVisitor() {
          @Override
          public void enter(int thread, int method, long wall, long cpu) {
            Method called = trace.methods().get(method);
            String className = called.className().replace(Traced.class.getName(), "T");
            open.push(lines.size());
            lines.add(
                "  ".repeat(open.size() - 1)
                    + className
                    + "."
                    + called.name()
                    + called.signature().replaceAll("[\\w/]*/", ""));
          }

          @Override
          public void exit(int thread, int method, long wall, long cpu, boolean exception) {
            int line = open.pop();
            if (exception) {
              lines.set(line, lines.get(line) + " !");
            }
          }
        });
    return lines;
  }

  static final List<String> CALLS_OF_RUN =
      """
      T.run()V
        T.overloaded(JD)J
        T.caught(I)I
          T.thrower(I)I
          T.overloaded(String;)String;
        T.caught(I)I
          T.thrower(I)I !
          T.overloaded(String;)String;
        T$Derived.<init>(IZ)V
          T$Base.<init>(I)V
          T$Base.<init>(Traced$Base;)V
            T$Base.<init>(I)V
          T$Base.<init>(Traced$Base;)V
            T$Base.<init>(I)V
        T$Derived.toString()String;
        T$Derived.<init>(IZ)V
          T$Base.<init>(I)V
          T$Base.<init>(Traced$Base;)V
            T$Base.<init>(I)V
        T$Derived.toString()String;
        T$Derived.<init>(IZ)V !
          T$Base.<init>(I)V !
        T.lambda(IntUnaryOperator;)I
          T.lambda$run$0(I)I
          T.lambda$run$0(I)I
          T.lambda$run$0(I)I
      """
          .lines()
          .toList();

  private static List<String> withoutFib(List<String> calls) {
    return calls.stream().filter(call -> !call.contains("fib")).toList();
  }

  /** Records the calls of a listener in the form of {@link #calls}. */
  private static final class Heard implements CallListener {
    private final List<String> lines = new ArrayList<>();
    private final Deque<Integer> open = new ArrayDeque<>();

    @Override
    public void entered(ProgramMethod method) {
      open.push(lines.size());
      lines.add(
          "  ".repeat(open.size() - 1)
              + method.className().replace(Traced.class.getName(), "T")
              + "."
              + method.name()
              + method.descriptor().replaceAll("[\\w/]*/", ""));
    }

    @Override
    public void left(ProgramMethod method, boolean isThrown) {
      int line = open.pop();
      if (isThrown) {
        lines.set(line, lines.get(line) + " !");
      }
    }
  }

  @Test
  void listenersAreToldOfTheSameCallsAsATrace() throws IOException {
    var heard = new Heard();
    MethodTracing.listen(heard);
    Runnable program = new Loader().program();
    heard.lines.clear();
    MethodTracing.start(TraceRequest.EVERYTHING, file);
    program.run();
    MethodTracing.stop();
    List<String> beside = List.copyOf(heard.lines);
    program.run();
    MethodTracing.forget(heard);
    int before = heard.lines.size();
    program.run();

    assertThat(beside).isEqualTo(calls(file)).hasSizeGreaterThan(10);
    assertThat(heard.lines).hasSizeGreaterThan(beside.size()).hasSize(before);
    assertThat(heard.open).isEmpty();
  }

  @Test
  void aProgramIsTracedFromItsStart() throws IOException {
    MethodTracing.start(TraceRequest.EVERYTHING, file);
    assertThat(MethodTracing.mode()).isEqualTo(Mode.TRACING);
    Runnable program = new Loader().program();
    program.run();
    MethodTracing.stop();
    assertThat(MethodTracing.mode()).isEqualTo(Mode.OFF);
    List<String> calls = calls(file);
    assertThat(calls.getFirst()).isEqualTo("T.<init>()V");
    assertThat(calls.stream().filter(call -> call.contains("T.fib(I)I"))).hasSize(15);
    assertThat(withoutFib(calls.subList(1, calls.size()))).isEqualTo(CALLS_OF_RUN);
    program.run();
    assertThat(calls(file)).as("after its end").isEqualTo(calls);
  }

  @Test
  void loadedClassesAreHookedAndThenPlainAgain() throws IOException {
    Runnable program = new Loader().program();
    program.run();
    for (int i = 0; i < 2; i++) {
      MethodTracing.start(TraceRequest.EVERYTHING, file);
      program.run();
      MethodTracing.stop();
      assertThat(withoutFib(calls(file))).isEqualTo(CALLS_OF_RUN);
      program.run();
    }
    // A class that comes while the trace runs is hooked as well.
    MethodTracing.start(TraceRequest.EVERYTHING, file);
    new Loader().program().run();
    MethodTracing.stop();
    assertThat(calls(file)).hasSize(1 + 15 + CALLS_OF_RUN.size());
  }

  /** A disk that gets full while the trace runs, or at its end. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoEndsATraceKnowsThatItCouldNotBeWritten(boolean streaming) throws IOException {
    var full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left");
          }
        };
    var whole = TraceRequest.EVERYTHING.withBufferSize(8 << 20);
    TraceRequest request = streaming ? whole.streamed() : whole;
    MethodTracing.start(request, full);
    Runnable program = new Loader().program();
    for (int i = 0; i < 200; i++) {
      program.run();
    }
    assertThatThrownBy(MethodTracing::stop)
        .isInstanceOf(IOException.class)
        .hasMessage("No space left");
    assertThat(MethodTracing.mode()).isEqualTo(Mode.OFF);
  }

  @Test
  void theFileTellsWhatItHolds() throws IOException {
    MethodTracing.start(TraceRequest.EVERYTHING, file);
    new Loader().program().run();
    MethodTracing.stop();
    Trace trace = TraceReader.open(file);
    assertThat(trace.info().clock()).isEqualTo(Clock.DUAL);
    Method fib = named(trace, "fib");
    assertThat(fib.file()).isEqualTo("Traced.java");
    assertThat(fib.line()).isEqualTo(37);
    assertThat(trace.threads())
        .extracting(TraceThread::name)
        .containsExactly(Thread.currentThread().getName());
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertThat(text)
        .startsWith("*version\n3\ndata-file-overflow=false\nclock=dual\nelapsed-time-usec=")
        .contains("\nnum-method-calls=" + (1 + 15 + CALLS_OF_RUN.size()) + "\n")
        .contains("\nclock-call-overhead-nsec=")
        .contains("\nvm=dexscope\npid=" + ProcessHandle.current().pid() + "\n");
  }

  private static Method named(Trace trace, String name) {
    for (int i = 0; i < trace.methods().size(); i++) {
      if (trace.methods().get(i).name().equals(name)) {
        return trace.methods().get(i);
      }
    }
    throw new AssertionError(name);
  }

  @ParameterizedTest
  @EnumSource(
      value = Clock.class,
      names = {"WALL", "THREAD_CPU", "DUAL"})
  void oneClockOrTwoInAFileOrAStream(Clock clock) throws IOException {
    var everything = TraceRequest.EVERYTHING.withClock(clock);
    for (TraceRequest request : List.of(everything, everything.streamed())) {
      MethodTracing.start(request, file);
      new Loader().program().run();
      MethodTracing.stop();
      assertThat(TraceReader.open(file).info().clock()).isEqualTo(clock);
      assertThat(withoutFib(calls(file)).subList(1, CALLS_OF_RUN.size() + 1))
          .isEqualTo(CALLS_OF_RUN);
    }
  }

  @Test
  void aTraceGoesIntoAStreamThatStaysOpen() throws IOException {
    for (TraceRequest request :
        List.of(TraceRequest.EVERYTHING, TraceRequest.EVERYTHING.streamed())) {
      try (OutputStream out = Files.newOutputStream(file)) {
        MethodTracing.start(request, out);
        new Loader().program().run();
        MethodTracing.stop();
        out.write('x');
      }
      assertThat(TraceReader.open(file).quality().truncatedBytes()).isEqualTo(1);
      assertThat(TraceReader.open(file).quality().enters()).isEqualTo(1 + 15 + CALLS_OF_RUN.size());
    }
  }

  @Test
  void aFullBufferIsToldAndBoundsTheFile() throws IOException {
    MethodTracing.start(TraceRequest.EVERYTHING.withBufferSize(2000), file);
    Runnable program = new Loader().program();
    for (int i = 0; i < 100; i++) {
      program.run();
    }
    MethodTracing.stop();
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .contains("data-file-overflow=true\n");
    assertThat(TraceReader.open(file).quality().records()).isEqualTo(2000 / 14);
  }

  @Test
  void everyThreadHasItsOwnRecords() throws Exception {
    MethodTracing.start(TraceRequest.EVERYTHING, file);
    Runnable program = new Loader().program();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Thread thread = new Thread(program, "worker " + i);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    MethodTracing.stop();
    Trace trace = TraceReader.open(file);
    assertThat(trace.quality().isClean()).isTrue();
    assertThat(trace.quality().enters()).isEqualTo(1 + 100 * (15 + CALLS_OF_RUN.size()));
    assertThat(trace.threads()).hasSize(101);
    assertThat(trace.threads()).extracting(TraceThread::name).contains("worker 0", "worker 99");
  }

  @Test
  void stoppingWhileThreadsRunGivesAReadableTrace() throws Exception {
    Runnable program = new Loader().program();
    var running = new AtomicBoolean(true);
    Thread thread =
        new Thread(() -> {
          while (running.get()) {
            program.run();
          }
        });
    thread.start();
    for (int i = 0; i < 5; i++) {
      MethodTracing.start(TraceRequest.EVERYTHING.withBufferSize(1 << 20), file);
      program.run();
      MethodTracing.stop();
      assertThat(TraceReader.open(file).quality().unlistedMethods()).isZero();
    }
    running.set(false);
    thread.join();
  }

  @Test
  void samplesBecomeCallsThatBeginAndEnd() throws IOException {
    var trace = Traced.class.getName();
    var writer = TraceviewWriter.file(file, 3, Clock.DUAL);
    var ids = new MethodIds();
    var call = new CallTrace(TraceRequest.EVERYTHING, writer, ids);
    var sampler =
        new Sampler(
            call,
            Duration.ofMillis(1),
            frame ->
                frame.getClassName().equals(trace)
                    ? ids.of(trace, frame.getMethodName(), "()V", "", -1)
                    : 0);
    Thread one = Thread.currentThread();
    sampler.sample(Map.of(one, stack("host", "c", "b", "a")));
    sampler.sample(Map.of(one, stack("c", "b", "a")));
    sampler.sample(Map.of(one, stack("d", "b", "host", "a")));
    sampler.sample(Map.of(new Thread("other"), stack("a")));
    sampler.sample(Map.of(one, stack("a")));
    call.end(System.nanoTime());
    writer.close();
    assertThat(calls(file))
        .containsExactly("T.a()V", "  T.b()V", "    T.c()V", "    T.d()V", "T.a()V", "T.a()V");
  }

  private static StackTraceElement[] stack(String... methods) {
    return Arrays.stream(methods)
        .map(method ->
            method.equals("host")
                ? new StackTraceElement("java.lang.Object", "wait", null, -1)
                : new StackTraceElement(Traced.class.getName(), method, null, -1))
        .toArray(StackTraceElement[]::new);
  }

  @Test
  void aSampledProgramHasItsMethods() throws Exception {
    var sampled = new AtomicBoolean();
    MethodTracing.guests(
        loader -> loader instanceof Loader,
        frame -> {
          if (!frame.getClassName().startsWith(Traced.class.getName())) {
            return null;
          }
          sampled.compareAndSet(false, frame.getMethodName().equals("run"));
          return new Method(
              0, frame.getClassName(), frame.getMethodName(), "()V", "Traced.java", -1);
        });
    MethodTracing.start(TraceRequest.EVERYTHING.sampledEvery(Duration.ofMillis(1)), file);
    assertThat(MethodTracing.mode()).isEqualTo(Mode.SAMPLING);
    Runnable program = new Loader().program();
    while (!sampled.get()) {
      program.run();
    }
    MethodTracing.stop();
    Trace trace = TraceReader.open(file);
    assertThat(trace.quality().isClean()).isTrue();
    assertThat(named(trace, "run").className()).isEqualTo(Traced.class.getName());
    // However few records it has.
    assertThat(trace.info().sampled()).isTrue();
    assertThat(trace.info().keys()).containsEntry("sampling-interval-usec", "1000");
  }

  @Test
  @NeedsPeer(Peer.DMTRACEDUMP)
  void dmtracedumpReadsIt() throws Exception {
    MethodTracing.start(TraceRequest.EVERYTHING, file);
    new Loader().program().run();
    MethodTracing.stop();
    Peer.Answer answer = Peer.DMTRACEDUMP.run("-o", file.toString());
    assertThat(answer.exit()).isZero();
    assertThat(answer.out()).contains(" ent ").contains(" xit ").contains(" unr ").contains(".fib");
  }

  @Test
  void oneTraceAtATimeAndNoneIsNoTrouble() throws IOException {
    MethodTracing.stop();
    MethodTracing.start(TraceRequest.EVERYTHING, file);
    assertThatThrownBy(() -> MethodTracing.start(TraceRequest.EVERYTHING, file))
        .isInstanceOf(IllegalStateException.class);
    MethodTracing.stop();
    assertThat(TraceReader.open(file).quality().records()).isZero();
    assertThatThrownBy(() ->
            MethodTracing.start(TraceRequest.EVERYTHING.streamed(), folder.resolve("none/a.trace")))
        .isInstanceOf(IOException.class);
    assertThat(MethodTracing.mode()).isEqualTo(Mode.OFF);
  }
}
