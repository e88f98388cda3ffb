package dev.dexscope.wire.recording;

import dev.dexscope.base.text.Printable;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.ProfilingChunk;
import dev.dexscope.wire.ddm.ViewChunk;
import dev.dexscope.wire.jdwp.Datum;
import dev.dexscope.wire.jdwp.Fields;
import java.util.List;
import java.util.Map;

/** Values in the words of a line; of what would make it too long, the beginning and the size. */
final class Words {
  private static final int MOST_BYTES = 24;
  private static final int MOST_ENTRIES = 8;
  private static final int MOST_LINE = 1000;

  private Words() {}

  /** Returns the line, shortened; control characters are written as numbers. */
  static String line(String text) {
    boolean isLong = text.length() > MOST_LINE;
    return Printable.of(isLong ? text.substring(0, MOST_LINE) : text) + (isLong ? "..." : "");
  }

  /** Letters where there are no others, else hexadecimal digits. */
  static String of(byte[] bytes) {
    int shown = Math.min(bytes.length, MOST_BYTES);
    boolean isText = shown > 0;
    for (int i = 0; i < shown; i++) {
      isText &= bytes[i] >= ' ' && bytes[i] <= '~';
    }
    StringBuilder words = new StringBuilder(isText ? "\"" : "");
    for (int i = 0; i < shown; i++) {
      if (isText) {
        words.append((char) bytes[i]);
      } else {
        words.append(Integer.toHexString(0x100 | (bytes[i] & 0xff)), 1, 3);
      }
    }
    words.append(isText ? "\"" : "");
    return words + (bytes.length > shown ? "... " + bytes.length + " bytes" : "");
  }

  static String of(Fields fields) {
    StringBuilder words = new StringBuilder();
    for (Map.Entry<String, Datum> each : fields.all().entrySet()) {
      words.append(words.isEmpty() ? "" : " ").append(each.getKey()).append('=');
      words.append(of(each.getValue()));
    }
    return words.toString();
  }

  private static String of(Datum datum) {
    return switch (datum) {
      case Datum.Num number -> Long.toString(number.value());
      case Datum.Text text -> '"' + text.value() + '"';
      case Datum.Raw raw -> of(raw.value());
      case Datum.Tagged value -> (char) value.tag() + ":" + value.value();
      case Datum.Location at -> at.referenceType() + "." + at.method() + "@" + at.index();
      case Datum.Region region ->
          list(
              region.values().stream().limit(MOST_ENTRIES).map(each -> of((Datum) each)).toList(),
              region.values().size());
      case Datum.Repeated repeated ->
          list(
              repeated.all().stream().limit(MOST_ENTRIES).map(Words::of).toList(),
              repeated.all().size());
    };
  }

  private static String list(List<String> shown, int size) {
    return "[" + String.join("; ", shown) + (size > shown.size() ? "; ... " + size : "") + "]";
  }

  static String of(Chunk chunk) {
    String type = ChunkType.name(chunk.type());
    return switch (chunk) {
      case CommonChunk.Bare _ -> type;
      case CommonChunk.Opaque opaque -> type + " " + of(opaque.data());
      case CommonChunk.Compressed zlib ->
          type + " of " + ChunkType.name(zlib.original()) + ", " + zlib.size() + " bytes";
      case AppChunk.Stage stage -> type + " " + ChunkType.name(stage.stage());
      case HeapChunk.Segment piece ->
          type
              + " heap="
              + piece.heap()
              + " unit="
              + piece.unit()
              + " address=0x"
              + Integer.toHexString(piece.address())
              + " units="
              + piece.units()
              + " runs="
              + piece.runs().length / 2;
      case HeapChunk.Dump dump -> type + " " + dump.hprof().length + " bytes of hprof";
      case HeapChunk.NativeHeap heap ->
          type + " total=" + heap.total() + " allocations=" + heap.allocations().size();
      case ProfilingChunk.Trace trace -> type + " " + trace.file().length + " bytes of a trace";
      case ProfilingChunk.DraftPart part ->
          type + " part " + part.part() + ", " + part.data().length + " bytes";
      case ViewChunk.ViewRequest view ->
          type + " " + view.operation() + " \"" + view.root() + "\" " + of(view.arguments());
      default -> type + " " + chunk;
    };
  }
}
