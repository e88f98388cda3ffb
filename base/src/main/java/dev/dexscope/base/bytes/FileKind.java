package dev.dexscope.base.bytes;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * The kind of a file by its beginning, for the messages of parsers that expect another one:
 *
 * <pre>{@code
 * throw in.fault(0, "is " + FileKind.of(in) + ", not a heap dump");
 * }</pre>
 */
public final class FileKind {
  /** How many bytes of a file decide. */
  public static final int HEAD = 1 << 12;

  private static final int TAR_MAGIC_AT = 257;

  private record Beginning(int at, String bytes, String kind) {}

  /** The longer of two that begin alike comes first. */
  private static final List<Beginning> BEGINNINGS =
      List.of(
          new Beginning(0, "PK\3\4", "a zip file"),
          new Beginning(0, "PK\5\6", "an empty zip file"),
          new Beginning(0, "dex\n", "a dex file"),
          new Beginning(0, "cdex", "a CompactDex file"),
          new Beginning(0, "vdex", "a vdex file"),
          new Beginning(0, "oat\n", "an oat file"),
          new Beginning(0, "art\n", "an image of ART"),
          new Beginning(0, "\u007fELF", "an ELF binary"),
          new Beginning(0, "\u00ca\u00fe\u00ba\u00be", "a class file"),
          new Beginning(0, "JAVA PROFILE ", "an hprof heap dump"),
          new Beginning(0, "*version", "a method trace"),
          new Beginning(0, "SLOW", "a method trace"),
          new Beginning(0, "PERFILE2", "a profile of perf"),
          new Beginning(0, "SIMPLEPERF", "a report of simpleperf"),
          new Beginning(0, "FLR\0", "a JFR recording"),
          new Beginning(0, "DEXSWIRE", "a recording of the wire"),
          new Beginning(0, "PAR1", "a Parquet file"),
          new Beginning(0, "SQLite format 3", "an SQLite database"),
          new Beginning(0, "\u001f\u008b", "a file compressed by gzip"),
          new Beginning(0, "\u00fd7zXZ", "a file compressed by xz"),
          new Beginning(0, "BZh", "a file compressed by bzip2"),
          new Beginning(0, "(\u00b5/\u00fd", "a file compressed by zstd"),
          new Beginning(0, "7z\u00bc\u00af", "a 7z archive"),
          new Beginning(TAR_MAGIC_AT, "ustar", "a tar archive"),
          new Beginning(0, "!<arch>", "an ar archive"),
          new Beginning(0, "\3\0\10\0", "binary XML of an Android package"),
          new Beginning(0, "\2\0\14\0", "resources of an Android package"),
          new Beginning(0, "\u0089PNG", "a PNG image"),
          new Beginning(0, "\u00ff\u00d8\u00ff", "a JPEG image"),
          new Beginning(0, "GIF8", "a GIF image"),
          new Beginning(0, "%PDF", "a PDF document"),
          new Beginning(0, "MZ", "a program of Windows"),
          new Beginning(0, "version https://git-lfs", "a pointer of Git LFS, not its file"),
          new Beginning(0, "#!", "a script"));

  private FileKind() {}

  /** Returns a description with its article. */
  public static String of(ByteView in) {
    return of(in.copy(0, Math.min(HEAD, in.size())));
  }

  /** Returns the same of a file's first bytes. */
  public static String of(byte[] head) {
    if (head.length == 0) {
      return "an empty file";
    }
    String latin = new String(head, StandardCharsets.ISO_8859_1);
    for (Beginning each : BEGINNINGS) {
      if (latin.startsWith(each.bytes, each.at)) {
        return each.kind;
      }
    }
    if (isZero(head)) {
      return "zeros, as in a file that was never written";
    }
    var text = CharBuffer.allocate(head.length);
    // The last character may be cut off, which is no error where more input may follow.
    var result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(head), text, false);
    text.flip();
    boolean isText = !result.isError() && text.chars().noneMatch(FileKind::isBinary);
    return isText ? ofText(text.toString().strip()) : "binary data of an unknown kind";
  }

  private static String ofText(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith("<!doctype html") || lower.startsWith("<html")) {
      return "an HTML page";
    }
    if (lower.startsWith("<?xml") || (lower.startsWith("<") && lower.contains(">"))) {
      return "XML";
    }
    return text.startsWith("{") || text.startsWith("[") ? "JSON" : "text";
  }

  private static boolean isZero(byte[] head) {
    for (byte each : head) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBinary(int c) {
    return Character.isISOControl(c) && !Character.isWhitespace(c) && c != '\u001b';
  }
}
