package dev.dexscope.apk;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Packages for tests, made by our own writers. */
public final class Samples {
  private Samples() {}

  /**
   * Returns the manifest that aapt compiled from sample.xml: package dev.dexscope.sample, SDK 21 to
   * 29, an activity.
   */
  public static Manifest manifest() {
    try (InputStream in =
        Objects.requireNonNull(Samples.class.getResourceAsStream("xml/sample.axml"))) {
      return Manifest.read("sample.axml", in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A package with this manifest and a little of everything. */
  public static byte[] apk(Manifest manifest) {
    byte[] some = "not really what its name says".getBytes(StandardCharsets.UTF_8);
    return write(
        new ZipRewriter(ZipArchive.empty("sample.apk"))
            .put(Manifest.ENTRY, manifest.write())
            .put("classes.dex", some)
            .put("lib/arm64-v8a/libx.so", Method.STORED, some)
            .put("META-INF/services/java.lang.Runnable", some)
            .put("assets/a.txt", some));
  }

  public static byte[] write(ZipRewriter rewriter) {
    var out = new ByteArrayOutputStream();
    try {
      rewriter.write(Channels.newChannel(out));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
