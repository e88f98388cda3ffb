package dev.dexscope.web.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The most recently requested pictures, up to a number of bytes. */
final class PictureCache {
  /** A picture as it is, and packed. */
  record Picture(byte[] plain, byte[] packed) {
    long size() {
      return (long) plain.length + packed.length;
    }

    static Picture read(Path file) throws IOException {
      byte[] plain = Files.readAllBytes(file);
      var packed = new ByteArrayOutputStream();
      try (var out = new GZIPOutputStream(packed)) {
        out.write(plain);
      }
      return new Picture(plain, packed.toByteArray());
    }
  }

  private final long mostBytes;
  private final Map<Path, Picture> pictures = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  PictureCache(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** A picture of a file that does not change. */
  Picture get(Path file) throws IOException {
    Picture known = find(file);
    if (known != null) {
      return known;
    }
    Picture picture = Picture.read(file);
    keep(file, picture);
    return picture;
  }

  private synchronized @Nullable Picture find(Path file) {
    return pictures.get(file);
  }

  private synchronized void keep(Path file, Picture picture) {
    if (picture.size() > mostBytes || pictures.putIfAbsent(file, picture) != null) {
      return;
    }
    bytes += picture.size();
    var oldest = pictures.entrySet().iterator();
    while (bytes > mostBytes) {
      bytes -= oldest.next().getValue().size();
      oldest.remove();
    }
  }
}
