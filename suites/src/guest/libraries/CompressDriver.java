import java.io.*;
import java.util.*;
import org.apache.commons.compress.archivers.ar.*;
import org.apache.commons.compress.archivers.cpio.*;
import org.apache.commons.compress.archivers.tar.*;
import org.apache.commons.compress.archivers.zip.*;
import org.apache.commons.compress.compressors.*;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.apache.commons.compress.archivers.sevenz.*;

/** Archives and compressors of commons-compress, written and read again. */
public class CompressDriver {
  public static void main(String[] args) throws Exception {
    byte[] data = new byte[200000];
    Random random = new Random(11);
    for (int i = 0; i < data.length; i++) data[i] = (byte) ("the quick brown fox ".charAt(i % 20) + (random.nextInt(40) == 0 ? 1 : 0));
    for (String name : new String[] {"gz", "bzip2", "deflate", "lz4-block", "lz4-framed", "snappy-framed"}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (OutputStream compressor = new CompressorStreamFactory().createCompressorOutputStream(name, out)) { compressor.write(data); }
      try (InputStream in = new CompressorStreamFactory().createCompressorInputStream(name, new ByteArrayInputStream(out.toByteArray()))) {
        byte[] back = all(in);
        System.out.println(name + " " + Arrays.equals(back, data) + (name.matches("gz|deflate") ? "" : " " + out.size() + " " + Arrays.hashCode(out.toByteArray())));
      }
    }
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    try (TarArchiveOutputStream out = new TarArchiveOutputStream(tar)) {
      out.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (int i = 0; i < 20; i++) {
        StringBuilder name = new StringBuilder("folder/");
        for (int j = 0; j < i * 8; j++) name.append((char) ('a' + j % 26));
        TarArchiveEntry entry = new TarArchiveEntry(name + ".txt");
        entry.setModTime(1000000000000L);
        entry.setSize(i * 1000);
        entry.setUserName("u");
        out.putArchiveEntry(entry);
        out.write(data, 0, i * 1000);
        out.closeArchiveEntry();
      }
    }
    System.out.println("tar " + tar.size() + " " + Arrays.hashCode(tar.toByteArray()));
    long sum = 0;
    try (TarArchiveInputStream in = new TarArchiveInputStream(new ByteArrayInputStream(tar.toByteArray()))) {
      for (TarArchiveEntry e = in.getNextTarEntry(); e != null; e = in.getNextTarEntry()) sum = sum * 31 + e.getName().hashCode() + e.getSize() + Arrays.hashCode(all(in));
    }
    System.out.println("tar entries " + sum);
    SeekableInMemoryByteChannel channel = new SeekableInMemoryByteChannel();
    try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(channel)) {
      for (int i = 0; i < 10; i++) {
        ZipArchiveEntry entry = new ZipArchiveEntry("e\u00e9" + i);
        entry.setTime(1000000000000L);
        entry.setMethod(i % 2 == 0 ? 8 : 8);
        entry.setComment("c" + i);
        out.putArchiveEntry(entry);
        out.write(data, i, 5000);
        out.closeArchiveEntry();
      }
      out.setComment("comment");
    }
    try (ZipFile zip = new ZipFile(new SeekableInMemoryByteChannel(channel.array()))) {
      sum = 0;
      for (Enumeration<ZipArchiveEntry> e = zip.getEntries(); e.hasMoreElements(); ) {
        ZipArchiveEntry entry = e.nextElement();
        sum = sum * 31 + entry.getName().hashCode() + entry.getCrc() + Arrays.hashCode(all(zip.getInputStream(entry))) + entry.getComment().length();
      }
      System.out.println("zip " + sum);
    }
    ByteArrayOutputStream cpio = new ByteArrayOutputStream();
    try (CpioArchiveOutputStream out = new CpioArchiveOutputStream(cpio)) {
      CpioArchiveEntry entry = new CpioArchiveEntry("one", 1000);
      entry.setTime(5);
      out.putArchiveEntry(entry);
      out.write(data, 0, 1000);
      out.closeArchiveEntry();
    }
    System.out.println("cpio " + cpio.size());
    ByteArrayOutputStream ar = new ByteArrayOutputStream();
    try (ArArchiveOutputStream out = new ArArchiveOutputStream(ar)) {
      out.putArchiveEntry(new ArArchiveEntry("short.o", 100, 0, 0, 33188, 5));
      out.write(data, 0, 100);
      out.closeArchiveEntry();
    }
    System.out.println("ar " + Arrays.hashCode(ar.toByteArray()));
    try (InputStream in = new CompressorStreamFactory().createCompressorInputStream("bzip2", new ByteArrayInputStream(new byte[] {1, 2, 3}))) {
      System.out.println(in.read());
    } catch (IOException | CompressorException e) {
      System.out.println(e.getClass().getSimpleName());
    }
  }

  static byte[] all(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] block = new byte[4096];
    for (int n = in.read(block); n >= 0; n = in.read(block)) out.write(block, 0, n);
    return out.toByteArray();
  }
}
