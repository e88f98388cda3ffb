package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The messages of {@code sync:} after a request. */
public sealed interface SyncFrame {
  /** The most bytes of a {@code DATA}. */
  int MOST_DATA = 1 << 16;

  /** The most bytes of a message or a name. */
  int MOST_TEXT = 1 << 12;

  /** {@code DATA}: a part of a file. */
  record Data(byte[] bytes) implements SyncFrame {}

  /**
   * {@code DONE}: the file has ended.
   *
   * @param modified its time in seconds since 1970, from the sender; 0 from a device
   */
  record Done(long modified) implements SyncFrame {}

  /** {@code OKAY}: the file was taken. */
  record Okay() implements SyncFrame {}

  /** {@code FAIL}. */
  record Fail(String message) implements SyncFrame {}

  /** {@code STAT}, {@code STA2}, {@code LST2}. */
  record State(FileState state, SyncRequest.Form form) implements SyncFrame {}

  /** {@code DENT} or {@code DNT2}: a file of a folder. */
  record Entry(String name, FileState state, boolean isLong) implements SyncFrame {}

  /** {@code DONE} after the last file of a folder, as long as an entry without a name. */
  record EndOfList(boolean isLong) implements SyncFrame {}

  /**
   * The next part of a file that is sent, or how it was taken.
   *
   * @throws IOException if the connection fails
   */
  static SyncFrame readTransfer(Link link) throws IOException {
    WireReader in = WireReader.littleEndian(link.peer(), link.read(8));
    String id = in.utf8(4);
    long number = in.u4();
    return switch (id) {
      case "DATA" -> new Data(link.read(limited(in, number, MOST_DATA)));
      case "DONE" -> new Done(number);
      case "OKAY" -> new Okay();
      case "FAIL" -> new Fail(utf8(link.read(limited(in, number, MOST_TEXT))));
      default -> throw in.fault("unknown answer of sync: " + id);
    };
  }

  /**
   * The answer to a {@link SyncRequest.Stat}.
   *
   * @throws IOException if the connection fails
   */
  static State readState(Link link, SyncRequest.Form form) throws IOException {
    boolean isShort = form == SyncRequest.Form.SHORT;
    int size = isShort ? FileState.SHORT_SIZE : FileState.LONG_SIZE;
    WireReader in = WireReader.littleEndian(link.peer(), link.read(4 + size));
    String id = in.utf8(4);
    if (!id.equals(id(form))) {
      throw in.fault(id + " for " + id(form));
    }
    return new State(isShort ? FileState.readShort(in) : FileState.readLong(in), form);
  }

  /**
   * The next of the answers to a {@link SyncRequest.ListFolder}.
   *
   * @throws IOException if the connection fails
   */
  static SyncFrame readEntry(Link link, boolean isLong) throws IOException {
    int size = isLong ? FileState.LONG_SIZE : FileState.SHORT_SIZE;
    WireReader in = WireReader.littleEndian(link.peer(), link.read(8 + size));
    String id = in.utf8(4);
    if (id.equals("DONE")) {
      return new EndOfList(isLong);
    }
    if (!id.equals(isLong ? "DNT2" : "DENT")) {
      throw in.fault(id + " in a list of files");
    }
    FileState state = isLong ? FileState.readLong(in) : FileState.readShort(in);
    return new Entry(utf8(link.read(limited(in, in.u4(), MOST_TEXT))), state, isLong);
  }

  private static int limited(WireReader in, long length, int most) {
    if (length > most) {
      throw in.fault(length + " bytes, not up to " + most);
    }
    return (int) length;
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String id(SyncRequest.Form form) {
    return switch (form) {
      case SHORT -> "STAT";
      case LONG -> "STA2";
      case LONG_OF_LINK -> "LST2";
    };
  }

  /** Its bytes. */
  default byte[] toBytes() {
    WireWriter out = WireWriter.littleEndian();
    switch (this) {
      case Data data -> out.utf8("DATA").i4(data.bytes.length).bytes(data.bytes);
      case Done done -> out.utf8("DONE").i4((int) done.modified);
      case Okay _ -> out.utf8("OKAY").i4(0);
      case Fail fail -> {
        byte[] text = fail.message.getBytes(StandardCharsets.UTF_8);
        byte[] message = Arrays.copyOf(text, Math.min(text.length, MOST_TEXT));
        out.utf8("FAIL").i4(message.length).bytes(message);
      }
      case State state -> {
        out.utf8(id(state.form));
        write(out, state.state, state.form != SyncRequest.Form.SHORT);
      }
      case Entry entry -> {
        byte[] name = entry.name.getBytes(StandardCharsets.UTF_8);
        if (name.length > MOST_TEXT) {
          throw new WireFormatException(entry.name, 0, "a name of " + name.length + " bytes");
        }
        out.utf8(entry.isLong ? "DNT2" : "DENT");
        write(out, entry.state, entry.isLong);
        out.i4(name.length).bytes(name);
      }
      case EndOfList end -> {
        int size = end.isLong ? FileState.LONG_SIZE : FileState.SHORT_SIZE;
        out.utf8("DONE").bytes(new byte[size + 4]);
      }
    }
    return out.toBytes();
  }

  private static void write(WireWriter out, FileState state, boolean isLong) {
    if (isLong) {
      state.writeLong(out);
    } else {
      state.writeShort(out);
    }
  }
}
