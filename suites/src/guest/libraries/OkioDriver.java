import java.io.*;
import java.nio.charset.StandardCharsets;
import okio.*;

/** Buffers, byte strings, hashing, compression and pipes of okio (Kotlin code). */
public class OkioDriver {
  public static void main(String[] args) throws Exception {
    Buffer buffer = new Buffer();
    for (int i = 0; i < 20000; i++) buffer.writeInt(i).writeUtf8("line " + i + "\n").writeLongLe(i * 31L).writeDecimalLong(i).writeByte(';').writeHexadecimalUnsignedLong(i).writeByte(';');
    System.out.println(buffer.size() + " " + buffer.sha256().hex() + " " + buffer.md5().base64());
    Buffer copy = buffer.clone();
    long sum = 0;
    for (int i = 0; i < 20000; i++) {
      sum += copy.readInt();
      sum += copy.readUtf8Line().length();
      sum += copy.readLongLe() + copy.readDecimalLong();
      copy.skip(1);
      sum += copy.readHexadecimalUnsignedLong();
      copy.skip(1);
    }
    System.out.println(sum + " " + copy.exhausted() + buffer.indexOf((byte) 'l') + " " + buffer.indexOf(ByteString.encodeUtf8("line 19999")));
    ByteString bytes = ByteString.encodeUtf8("h\u00e9llo \ud83d\ude00");
    System.out.println(bytes.hex() + bytes.base64Url() + bytes.utf8() + bytes.size() + bytes.toAsciiUppercase().startsWith(ByteString.encodeUtf8("H")) + bytes.hmacSha1(bytes).hex() + ByteString.decodeBase64("aGk=") + ByteString.decodeHex("00ff") + bytes.compareTo(ByteString.EMPTY));
    Buffer zipped = new Buffer();
    try (BufferedSink sink = Okio.buffer(new GzipSink(zipped))) { sink.writeAll(buffer.clone()); }
    try (BufferedSource source = Okio.buffer(new GzipSource(zipped.clone()))) { System.out.println((zipped.size() < buffer.size()) + " " + source.readByteString().equals(buffer.snapshot())); }
    HashingSink hashing = HashingSink.sha1(Okio.blackhole());
    try (BufferedSink sink = Okio.buffer((Sink) hashing)) { sink.write(buffer.clone(), 100000); }
    System.out.println(hashing.hash().hex());
    Pipe pipe = new Pipe(1000);
    Thread writer = new Thread(() -> {
      try (BufferedSink sink = Okio.buffer(pipe.sink())) {
        for (int i = 0; i < 3000; i++) sink.writeUtf8(i + ",");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    writer.start();
    try (BufferedSource source = Okio.buffer(pipe.source())) { System.out.println(source.readUtf8().hashCode()); }
    writer.join();
    Options options = Options.of(ByteString.encodeUtf8("GET"), ByteString.encodeUtf8("POST"), ByteString.encodeUtf8("PUT"));
    Buffer methods = new Buffer().writeUtf8("POSTGETPUTX");
    System.out.println(methods.select(options) + "" + methods.select(options) + methods.select(options) + methods.select(options));
    File file = File.createTempFile("okio", null);
    try (BufferedSink sink = Okio.buffer(Okio.sink(file))) { sink.writeString("file \u20ac", StandardCharsets.UTF_16BE).emit(); }
    try (BufferedSource source = Okio.buffer(Okio.source(file))) { System.out.println(source.readString(StandardCharsets.UTF_16BE) + file.length() + file.delete()); }
    System.out.println(Path.get("/a/./b/../c").normalized() + " " + Path.get("/a").resolve("b.txt").name() + Path.get("x/y").parent() + Path.get("/a/b").relativeTo(Path.get("/a/c")));
    try {
      new Buffer().writeUtf8("short").require(100);
    } catch (EOFException e) {
      System.out.println("end");
    }
    try {
      Okio.buffer((Source) new Buffer().writeUtf8("x")).timeout().deadlineNanoTime(1).throwIfReached();
    } catch (InterruptedIOException e) {
      System.out.println(e.getMessage());
    }
  }
}
