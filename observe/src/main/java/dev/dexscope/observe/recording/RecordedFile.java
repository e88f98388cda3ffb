package dev.dexscope.observe.recording;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.observe.recording.Recorded.Allocation;
import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Kind;
import dev.dexscope.observe.recording.Recorded.RecordedThread;
import dev.dexscope.observe.recording.Recorded.Sample;
import dev.dexscope.observe.recording.Recorded.Source;
import dev.dexscope.observe.recording.Recorded.Span;
import dev.dexscope.observe.recording.Recorded.Stack;
import dev.dexscope.observe.recording.Recorded.Thrown;
import dev.dexscope.observe.recording.Recorded.Wait;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.TraceFormatException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The records of a process of its program, as a file for the process that has started it. Only
 * these two, of one version, know its form: methods and stacks once, then all that refers to them
 * by their numbers.
 */
public final class RecordedFile {
  private static final int MAGIC = 0x44585243;
  private static final int LONGEST_NAME = 16_000;

  private RecordedFile() {}

  // ---- writing

  /**
   * Writes it.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void write(Recorded recorded, Path file) throws IOException {
    OutputFile.replace(
        file,
        temporary -> {
          try (var out =
              new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(temporary)))) {
            new Writer(out).write(recorded);
          }
        });
  }

  private static final class Writer {
    private final DataOutputStream out;
    private final Map<Method, Integer> methods = new LinkedHashMap<>();
    private final Map<Stack, Integer> stacks = new LinkedHashMap<>();

    Writer(DataOutputStream out) {
      this.out = out;
    }

    void write(Recorded recorded) throws IOException {
      recorded.samples().forEach(each -> number(each.stack()));
      recorded.waits().forEach(each -> number(each.stack()));
      recorded.allocations().forEach(each -> number(each.stack()));
      recorded.thrown().forEach(each -> number(each.stack()));
      out.writeInt(MAGIC);
      out.writeLong(recorded.elapsed());
      out.writeLong(recorded.dropped());
      all(List.copyOf(methods.keySet()), this::method);
      all(List.copyOf(stacks.keySet()), this::stack);
      all(recorded.threads(), this::thread);
      all(recorded.samples(), this::sample);
      all(recorded.waits(), this::wait);
      all(recorded.pauses(), this::span);
      all(recorded.compilations(), this::span);
      all(recorded.allocations(), this::allocation);
      all(recorded.thrown(), this::thrown);
    }

    private void number(Stack stack) {
      if (stacks.putIfAbsent(stack, stacks.size()) == null) {
        stack.frames().forEach(each -> methods.putIfAbsent(each.method(), methods.size()));
      }
    }

    private int numberOf(Stack stack) {
      return stacks.getOrDefault(stack, 0);
    }

    private interface Item<T> {
      void write(T one) throws IOException;
    }

    private <T> void all(List<T> list, Item<T> item) throws IOException {
      out.writeInt(list.size());
      for (T each : list) {
        item.write(each);
      }
    }

    private void text(String text) throws IOException {
      out.writeUTF(text.length() > LONGEST_NAME ? text.substring(0, LONGEST_NAME) : text);
    }

    private void method(Method method) throws IOException {
      text(method.className());
      text(method.name());
      text(method.signature());
      text(method.file());
      out.writeInt(method.line());
    }

    private void stack(Stack stack) throws IOException {
      out.writeBoolean(stack.isWhole());
      out.writeBoolean(stack.isNative());
      all(stack.frames(), this::frame);
    }

    private void frame(Frame frame) throws IOException {
      out.writeUTF(frame.kind().name());
      out.writeInt(methods.getOrDefault(frame.method(), 0));
      out.writeInt(frame.line());
    }

    private void thread(RecordedThread thread) throws IOException {
      out.writeLong(thread.id());
      text(thread.name());
      out.writeLong(thread.parent());
      out.writeLong(thread.begin());
      out.writeLong(thread.end());
      out.writeLong(thread.cpu());
    }

    private void sample(Sample sample) throws IOException {
      out.writeLong(sample.thread());
      out.writeLong(sample.time());
      out.writeUTF(sample.source().name());
      out.writeInt(numberOf(sample.stack()));
    }

    private void wait(Wait wait) throws IOException {
      out.writeLong(wait.thread());
      out.writeLong(wait.begin());
      out.writeLong(wait.end());
      out.writeUTF(wait.kind().name());
      text(wait.what());
      out.writeLong(wait.by());
      out.writeInt(numberOf(wait.stack()));
    }

    private void span(Span span) throws IOException {
      out.writeLong(span.begin());
      out.writeLong(span.end());
    }

    private void allocation(Allocation one) throws IOException {
      out.writeLong(one.thread());
      text(one.type());
      out.writeLong(one.bytes());
      out.writeInt(numberOf(one.stack()));
    }

    private void thrown(Thrown one) throws IOException {
      text(one.type());
      out.writeDouble(one.count());
      out.writeInt(numberOf(one.stack()));
    }
  }

  // ---- reading

  /**
   * Reads it.
   *
   * @throws IOException if an I/O error occurs
   * @throws TraceFormatException if it is no such file, or damaged
   */
  public static Recorded read(Path file) throws IOException {
    try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      return new Reader(in).read();
    } catch (EOFException
        | UTFDataFormatException
        | IndexOutOfBoundsException
        | IllegalArgumentException e) {
      throw new TraceFormatException(file.toString(), 0, "is damaged, or cut off");
    }
  }

  private static final class Reader {
    private final DataInputStream in;
    private List<Method> methods = List.of();
    private List<Stack> stacks = List.of();

    Reader(DataInputStream in) {
      this.in = in;
    }

    Recorded read() throws IOException {
      if (in.readInt() != MAGIC) {
        throw new UTFDataFormatException();
      }
      long elapsed = in.readLong();
      long dropped = in.readLong();
      methods = all(this::method);
      stacks = all(this::newStack);
      return new Recorded(
          elapsed,
          all(this::thread),
          all(this::sample),
          all(this::waited),
          all(this::span),
          all(this::span),
          all(this::allocation),
          all(this::thrown),
          dropped);
    }

    private interface Read<T> {
      T read() throws IOException;
    }

    /** A number that is too large ends at the end of the file: nothing is allocated by it. */
    private <T> List<T> all(Read<T> item) throws IOException {
      List<T> list = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        list.add(item.read());
      }
      return list;
    }

    private Method method() throws IOException {
      return new Method(0, in.readUTF(), in.readUTF(), in.readUTF(), in.readUTF(), in.readInt());
    }

    private Stack newStack() throws IOException {
      boolean isWhole = in.readBoolean();
      boolean isNative = in.readBoolean();
      return new Stack(all(this::frame), isWhole, isNative);
    }

    private Frame frame() throws IOException {
      return new Frame(Kind.valueOf(in.readUTF()), methods.get(in.readInt()), in.readInt());
    }

    private Stack stack() throws IOException {
      return stacks.get(in.readInt());
    }

    private RecordedThread thread() throws IOException {
      return new RecordedThread(
          in.readLong(), in.readUTF(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }

    private Sample sample() throws IOException {
      return new Sample(in.readLong(), in.readLong(), Source.valueOf(in.readUTF()), stack());
    }

    private Wait waited() throws IOException {
      return new Wait(
          in.readLong(),
          in.readLong(),
          in.readLong(),
          Observed.Kind.valueOf(in.readUTF()),
          in.readUTF(),
          in.readLong(),
          stack());
    }

    private Span span() throws IOException {
      return new Span(in.readLong(), in.readLong());
    }

    private Allocation allocation() throws IOException {
      return new Allocation(in.readLong(), in.readUTF(), in.readLong(), stack());
    }

    private Thrown thrown() throws IOException {
      return new Thrown(in.readUTF(), in.readDouble(), stack());
    }
  }
}
