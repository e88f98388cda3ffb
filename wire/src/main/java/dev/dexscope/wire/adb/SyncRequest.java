package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request of a client of {@code sync:}. */
public sealed interface SyncRequest {
  /** As adbd allows. */
  int MOST_PATH = 1024;

  /** {@code STAT}, or {@code STA2} and {@code LST2} with all that is known of a file. */
  record Stat(String path, Form form) implements SyncRequest {}

  /** The properties of a file that are requested. */
  enum Form {
    /** Mode, size, time. */
    SHORT,
    /** All, of a link's target. */
    LONG,
    /** All, of a link itself. */
    LONG_OF_LINK
  }

  /** {@code LIST}, or {@code LIS2}. */
  record ListFolder(String path, boolean isLong) implements SyncRequest {}

  /**
   * {@code SEND}, or {@code SND2}: a file follows in {@code DATA}.
   *
   * @param flags 0; others request a compression
   */
  record Send(String path, int mode, int flags, boolean isLong) implements SyncRequest {}

  /** {@code RECV}, or {@code RCV2}. */
  record Receive(String path, int flags, boolean isLong) implements SyncRequest {}

  /** {@code QUIT}. */
  record Quit() implements SyncRequest {}

  /**
   * The next one; null where the link has ended.
   *
   * @throws IOException if the connection fails
   */
  static @Nullable SyncRequest read(Link link) throws IOException {
    byte[] header = link.readOrEnd(8);
    if (header == null) {
      return null;
    }
    String id = new String(header, 0, 4, StandardCharsets.ISO_8859_1);
    WireReader in = WireReader.littleEndian(link.peer(), header);
    in.skip(4);
    long length = in.u4();
    if (length > MOST_PATH) {
      throw in.fault(id + " with a path of " + length + " bytes");
    }
    String path = new String(link.read((int) length), StandardCharsets.UTF_8);
    return switch (id) {
      case "STAT" -> new Stat(path, Form.SHORT);
      case "STA2" -> new Stat(path, Form.LONG);
      case "LST2" -> new Stat(path, Form.LONG_OF_LINK);
      case "LIST" -> new ListFolder(path, false);
      case "LIS2" -> new ListFolder(path, true);
      case "SEND" -> send(link, path);
      case "SND2" -> {
        WireReader more = more(link, id, 12);
        yield new Send(path, more.i4(), more.i4(), true);
      }
      case "RECV" -> new Receive(path, 0, false);
      case "RCV2" -> new Receive(path, more(link, id, 8).i4(), true);
      case "QUIT" -> new Quit();
      default -> throw new WireFormatException(link.peer(), 0, "unknown request of sync: " + id);
    };
  }

  /** {@code path,mode}, where the path may have commas and the mode is decimal. */
  private static Send send(Link link, String text) {
    int comma = text.lastIndexOf(',');
    try {
      int mode = Integer.parseInt(text.substring(comma + 1));
      return new Send(comma < 0 ? text : text.substring(0, comma), mode, 0, false);
    } catch (NumberFormatException e) {
      WireFormatException fault =
          new WireFormatException(link.peer(), 0, "SEND without a mode: " + text);
      fault.initCause(e);
      throw fault;
    }
  }

  private static WireReader more(Link link, String id, int length) throws IOException {
    WireReader more = WireReader.littleEndian(link.peer(), link.read(length));
    String again = more.utf8(4);
    if (!again.equals(id)) {
      throw more.fault(again + " after " + id);
    }
    return more;
  }

  /** Its bytes. */
  default byte[] toBytes() {
    return switch (this) {
      case Stat stat ->
          bytes(
              switch (stat.form) {
                case SHORT -> "STAT";
                case LONG -> "STA2";
                case LONG_OF_LINK -> "LST2";
              },
              stat.path);
      case ListFolder list -> bytes(list.isLong ? "LIS2" : "LIST", list.path);
      case Send send when send.isLong ->
          WireWriter.littleEndian()
              .bytes(bytes("SND2", send.path))
              .utf8("SND2")
              .i4(send.mode)
              .i4(send.flags)
              .toBytes();
      case Send send -> bytes("SEND", send.path + "," + send.mode);
      case Receive receive when receive.isLong ->
          WireWriter.littleEndian()
              .bytes(bytes("RCV2", receive.path))
              .utf8("RCV2")
              .i4(receive.flags)
              .toBytes();
      case Receive receive -> bytes("RECV", receive.path);
      case Quit _ -> bytes("QUIT", "");
    };
  }

  private static byte[] bytes(String id, String path) {
    byte[] text = path.getBytes(StandardCharsets.UTF_8);
    if (text.length > MOST_PATH) {
      throw new IllegalArgumentException("a path of " + text.length + " bytes");
    }
    return WireWriter.littleEndian().utf8(id).i4(text.length).bytes(text).toBytes();
  }
}
