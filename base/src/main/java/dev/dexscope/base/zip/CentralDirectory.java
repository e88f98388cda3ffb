package dev.dexscope.base.zip;

import dev.dexscope.base.bytes.ByteView;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the central directory (APPNOTE 4.3.12). It is the truth, as it is to Android: of a local
 * header only the length counts, so that archives whose local headers lie are read, and come out of
 * the writer put right.
 */
final class CentralDirectory {
  static final int SIGNATURE = 0x02014b50;
  static final int HEADER = 46;
  static final int LOCAL_SIGNATURE = 0x04034b50;
  static final int LOCAL_HEADER = 30;

  private static final int ENCRYPTED = 1;
  private static final long IN_ZIP64 = 0xffff_ffffL;

  private final ByteView in;
  private final MemorySegment content;
  private final EndOfDirectory end;

  /** A view of the archive, and the same bytes for the entries. */
  CentralDirectory(ByteView in, MemorySegment content, EndOfDirectory end) {
    this.in = in;
    this.content = content;
    this.end = end;
  }

  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>((int) end.entries());
    long at = end.directory();
    long last = end.directory() + end.size();
    long total = 0;
    for (long i = 0; i < end.entries(); i++) {
      if (at > last - HEADER || in.i4(at) != SIGNATURE) {
        throw in.fault(at, "entry " + i + " of " + end.entries() + " is not here");
      }
      long next = at + HEADER + in.u2(at + 28) + in.u2(at + 30) + in.u2(at + 32);
      if (next > last) {
        throw in.fault(at, "entry " + i + " exceeds the central directory");
      }
      Entry entry = entry(at);
      // Entries that share their bytes are how a small archive unpacks without end.
      total += entry.compressedSize();
      if (total > in.size()) {
        throw in.fault(at, "entries overlap: together they are longer than the file");
      }
      entries.add(entry);
      at = next;
    }
    return entries;
  }

  private Entry entry(long at) {
    int nameLength = in.u2(at + 28);
    int extraLength = in.u2(at + 30);
    byte[] name = in.copy(at + HEADER, nameLength);
    byte[] extra = in.copy(at + HEADER + nameLength, extraLength);
    byte[] comment = in.copy(at + HEADER + nameLength + extraLength, in.u2(at + 32));
    long compressedSize = in.u4(at + 20);
    long size = in.u4(at + 24);
    long local = in.u4(at + 42);
    ByteView zip64 = ExtraFields.zip64(in.file(), extra);
    long number = 0;
    if (size == IN_ZIP64 && zip64.size() > number) {
      size = EndOfDirectory.u8(zip64, number);
      number += 8;
    }
    if (compressedSize == IN_ZIP64 && zip64.size() > number) {
      compressedSize = EndOfDirectory.u8(zip64, number);
      number += 8;
    }
    if (local == IN_ZIP64 && zip64.size() > number) {
      local = EndOfDirectory.u8(zip64, number);
    }
    if (local > end.directory() - LOCAL_HEADER || in.i4(local) != LOCAL_SIGNATURE) {
      throw in.fault(at, "the local header is not at 0x" + Long.toHexString(local));
    }
    int localName = in.u2(local + 26);
    byte[] localExtra = in.copy(local + LOCAL_HEADER + localName, in.u2(local + 28));
    long data = local + LOCAL_HEADER + localName + localExtra.length;
    var header =
        new EntryHeader(
            name,
            in.u2(at + 4),
            in.u2(at + 8),
            in.i4(at + 12),
            in.u2(at + 36),
            in.i4(at + 38),
            ExtraFields.kept(localExtra),
            ExtraFields.kept(extra),
            comment,
            ExtraFields.alignment(localExtra));
    int method = in.u2(at + 10);
    boolean deflated = method == Method.DEFLATED.code();
    // Android takes every other method for stored, which packers use to confuse other readers.
    long length = deflated ? compressedSize : size;
    if (!in.has(data, length)) {
      throw in.fault(
          at, length + " bytes at 0x" + Long.toHexString(data) + " are outside of the file");
    }
    var entry =
        new Entry(
            in.file(),
            decode(name),
            deflated ? Method.DEFLATED : Method.STORED,
            in.i4(at + 16),
            size,
            content.asSlice(data, length),
            data,
            header);
    boolean odd = !deflated && (method != Method.STORED.code() || compressedSize != size);
    if (odd || (header.flags() & ENCRYPTED) != 0) {
      checkContent(entry, method, at);
    }
    return entry;
  }

  /** Flags and sizes are no longer trusted: only content with the right checksum passes. */
  private void checkContent(Entry entry, int method, long at) {
    if (!entry.isWhole()) {
      boolean known = method == Method.STORED.code() || method == Method.DEFLATED.code();
      throw in.fault(
          at,
          entry.name()
              + (known ? " is encrypted or damaged" : " has the compression method " + method)
              + ", which Android cannot unpack");
    }
  }

  /**
   * Android knows UTF-8 only; other bytes still get a name of their own, and are kept as they are.
   */
  private static String decode(byte[] name) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
    } catch (CharacterCodingException e) {
      return new String(name, StandardCharsets.ISO_8859_1);
    }
  }
}
