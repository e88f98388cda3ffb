package truth;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.Writer;
import java.nio.CharBuffer;
import java.util.Formatter;
import java.util.Scanner;

/** Streams that fail, below streams of the platform that keep the exception to themselves. */
final class Streams {
  private Streams() {}

  private static void fail(int at) throws IOException {
    Work.some(at);
    if (at >= 0) {
      throw new IOException("broken at " + at);
    }
  }

  /** {@code InputStream.read(byte[])} swallows what comes after the first byte. */
  static final class Reads extends InputStream {
    private final int good;
    private int read;

    Reads(int good) {
      this.good = good;
      Work.some(good);
    }

    @Override
    public int read() throws IOException {
      if (read == good) {
        fail(read);
      }
      Work.some(2);
      return read++;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws IOException {
      for (int i = 1; i < 10; i++) {
        InputStream in = new Reads(i);
        byte[] bytes = new byte[20];
        if (in.read(bytes) != i) {
          throw new AssertionError();
        }
        after();
        try {
          in.read(bytes);
        } catch (IOException e) {
          after();
        }
        inner(in);
      }
      after();
    }

    private static void inner(InputStream in) {
      after();
      try {
        in.read();
      } catch (IOException e) {
        after();
      }
      after();
    }
  }

  /** {@code PrintStream} swallows all. */
  static final class Prints extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      fail(value);
      Work.some(1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      Work.some(length);
      write(bytes[offset]);
    }

    @Override
    public void flush() throws IOException {
      Work.some(1);
      fail(3);
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      PrintStream out = new PrintStream(new Prints());
      out.write(1);
      after();
      out.print("text");
      after();
      out.println(7);
      after();
      out.flush();
      after();
      out.checkError();
      out.close();
      after();
    }
  }

  static final class Writes extends Writer {
    @Override
    public void write(char[] text, int offset, int length) throws IOException {
      Work.some(length);
      fail(length);
    }

    @Override
    public void flush() throws IOException {
      Work.some(1);
      fail(1);
    }

    @Override
    public void close() throws IOException {
      Work.some(1);
      fail(2);
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      PrintWriter out = new PrintWriter(new Writes());
      out.write("text");
      after();
      out.flush();
      after();
      out.close();
      after();
    }
  }

  static final class Formats implements Appendable {
    @Override
    public Appendable append(CharSequence text) throws IOException {
      Work.some(1);
      fail(text.length());
      return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) throws IOException {
      Work.some(1);
      fail(end);
      return this;
    }

    @Override
    public Appendable append(char c) throws IOException {
      Work.some(1);
      fail(c);
      return this;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      Formatter formatter = new Formatter(new Formats());
      formatter.format("a text of %d words", 5);
      after();
      formatter.format("%s", "b");
      if (formatter.ioException() == null) {
        throw new AssertionError();
      }
      after();
    }
  }

  static final class Scans implements Readable {
    private int reads;

    @Override
    public int read(CharBuffer buffer) throws IOException {
      Work.some(1);
      if (reads++ > 2) {
        fail(reads);
      }
      buffer.put("1 2 3 ");
      return 6;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      Scanner scanner = new Scanner(new Scans());
      int sum = 0;
      while (scanner.hasNextInt()) {
        sum += scanner.nextInt();
        after();
      }
      if (sum != 18 || scanner.ioException() == null) {
        throw new AssertionError(sum);
      }
      after();
    }
  }

  /** Exceptions of {@code close} are suppressed. */
  static final class Closes implements AutoCloseable {
    @Override
    public void close() throws IOException {
      Work.some(1);
      fail(4);
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    private static void body(int i) {
      Work.some(i);
      if (i > 1) {
        throw new IllegalStateException();
      }
    }

    static void go() {
      for (int i = 0; i < 4; i++) {
        try (Closes outer = new Closes();
            Closes inner = new Closes()) {
          body(i);
          after();
        } catch (IOException | IllegalStateException e) {
          after();
        }
        after();
      }
    }
  }

  static final class Serializes {
    static final class Node implements Serializable {
      int value;

      Node(int value) {
        this.value = value;
        Work.some(value);
      }

      private void writeObject(ObjectOutputStream out) throws IOException {
        out.writeInt(value);
        Work.some(1);
        if (value == 2) {
          fail(2);
        }
      }

      private void readObject(ObjectInputStream in) throws IOException {
        value = in.readInt();
        Work.some(1);
        if (value == 3) {
          fail(3);
        }
      }

      private Object readResolve() {
        Work.some(1);
        if (value == 4) {
          throw new IllegalStateException();
        }
        return this;
      }
    }

    public static final class Outer implements Externalizable {
      int value;

      public Outer() {
        Work.some(3);
        Work.some(2);
      }

      @Override
      public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(value);
        Work.some(1);
      }

      @Override
      public void readExternal(ObjectInput in) throws IOException {
        Work.some(1);
        fail(in.readInt());
      }
    }

    /** Its class is found only later: the stream keeps that, and reads on. */
    static final class Lost implements Serializable {
      private int value = 1;

      private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        value = in.readInt();
        Work.some(1);
        throw new ClassNotFoundException();
      }

      private void writeObject(ObjectOutputStream out) throws IOException {
        out.writeInt(value);
        Work.some(1);
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    private static void copy(Object object) throws Exception {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(object);
      }
      after();
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        in.readObject();
      }
      after();
    }

    static void go() {
      for (int i = 1; i < 6; i++) {
        try {
          copy(i == 5 ? new Outer() : new Node(i));
        } catch (Exception e) {
          after();
        }
      }
      try {
        copy(new Object[] {new Lost(), new Node(1), new Lost(), new Node(1)});
      } catch (Exception e) {
        after();
      }
      after();
    }
  }

  /** More swallowed exceptions than a shadow stack has frames. */
  static final class Leaks extends InputStream {
    private int reads;

    @Override
    public int read() throws IOException {
      if ((reads++ & 1) == 1) {
        throw FAILURE;
      }
      return 1;
    }

    private static final IOException FAILURE = new IOException();

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws IOException {
      InputStream in = new Leaks();
      byte[] two = new byte[2];
      for (int i = 0; i < 66_000; i++) {
        in.read(two);
      }
      after();
    }
  }

  /** The same while a monitor is held. */
  static final class Locked extends InputStream {
    private int reads;

    @Override
    public synchronized int read() throws IOException {
      Work.some(1);
      synchronized (Streams.class) {
        if (reads++ % 3 == 2) {
          fail(1);
        }
      }
      return 1;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws IOException {
      InputStream in = new Locked();
      for (int i = 0; i < 5; i++) {
        in.read(new byte[8]);
        after();
      }
    }
  }
}
