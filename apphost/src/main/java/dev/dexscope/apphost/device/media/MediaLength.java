package dev.dexscope.apphost.device.media;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/** How long a file plays, by its headers: WAV, MP3, Ogg, and MP4 with all that is like it. */
final class MediaLength {
  /** As long as that plays of which nothing is known, in milliseconds. */
  static final int UNKNOWN = 1000;

  private static final long LONGEST = Integer.MAX_VALUE;

  /** How much of the end of an Ogg file, and of the begin of an MP3 file, is searched. */
  private static final int PART = 1 << 16;

  /** How many boxes or chunks of a file are looked at. */
  private static final int MOST = 1000;

  private static final int OPUS_RATE = 48_000;

  /** In kilobits a second, for layer III of MPEG 1, and of 2 and 2.5. */
  private static final int[][] RATES = {
    {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
    {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
  };

  private static final int[] SAMPLES = {44_100, 48_000, 32_000};

  private final FileChannel channel;
  private final long offset;
  private final long length;

  private MediaLength(FileChannel channel, long offset, long length) {
    this.channel = channel;
    this.offset = offset;
    this.length = length;
  }

  /**
   * Returns it in milliseconds.
   *
   * @param length of the part of the file that is played, in bytes; less than 0 up to its end
   */
  static int of(FileChannel channel, long offset, long length) throws IOException {
    long rest = channel.size() - offset;
    long part = length < 0 ? rest : Math.min(length, rest);
    if (offset < 0 || part <= 0) {
      return UNKNOWN;
    }
    long found = new MediaLength(channel, offset, part).find();
    return found <= 0 || found > LONGEST ? UNKNOWN : (int) found;
  }

  private long find() throws IOException {
    ByteBuffer head = at(0, 12);
    String first = text(head, 0);
    if (first.equals("RIFF") && text(head, 8).equals("WAVE")) {
      return wave();
    }
    if (first.equals("OggS")) {
      return ogg();
    }
    if (text(head, 4).equals("ftyp")) {
      return boxes(0, length);
    }
    return mp3(first.startsWith("ID3") ? tag() : 0);
  }

  /** Returns bytes of the file; fewer at its end. */
  private ByteBuffer at(long place, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    if (place >= 0 && place < length) {
      bytes.limit((int) Math.min(count, length - place));
      long from = offset + place;
      while (bytes.hasRemaining()) {
        int read = channel.read(bytes, from + bytes.position());
        if (read < 0) {
          break;
        }
      }
      bytes.limit(count);
    }
    // What is not there is zero.
    return bytes.position(0);
  }

  private static String text(ByteBuffer bytes, int at) {
    byte[] name = new byte[4];
    bytes.get(at, name);
    return new String(name, StandardCharsets.ISO_8859_1);
  }

  private static long millis(long units, long perSecond) {
    return perSecond <= 0 || units < 0 || units > Long.MAX_VALUE / 1000
        ? 0
        : units * 1000 / perSecond;
  }

  /** The bytes of a second are in the chunk with the format, before that with the data. */
  private long wave() throws IOException {
    long rate = 0;
    long place = 12;
    for (int i = 0; i < MOST && place < length; i++) {
      ByteBuffer chunk = at(place, 20).order(ByteOrder.LITTLE_ENDIAN);
      long size = Integer.toUnsignedLong(chunk.getInt(4));
      if (text(chunk, 0).equals("fmt ")) {
        rate = Integer.toUnsignedLong(chunk.getInt(16));
      } else if (text(chunk, 0).equals("data")) {
        return millis(Math.min(size, length - place - 8), rate);
      }
      place += 8 + size + (size & 1);
    }
    return 0;
  }

  /** The number of samples is in the head of the last page, their rate in the first one. */
  private long ogg() throws IOException {
    ByteBuffer first = at(0, 64).order(ByteOrder.LITTLE_ENDIAN);
    int packet = 27 + Byte.toUnsignedInt(first.get(26));
    if (packet + 16 > first.capacity()) {
      return 0;
    }
    boolean isOpus = text(first, packet).equals("Opus");
    long rate = isOpus ? OPUS_RATE : Integer.toUnsignedLong(first.getInt(packet + 12));
    long begin = Math.max(0, length - PART);
    ByteBuffer end = at(begin, (int) (length - begin)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = end.capacity() - 14; i >= 0; i--) {
      if (end.get(i) == 'O' && text(end, i).equals("OggS")) {
        return millis(end.getLong(i + 6), rate);
      }
    }
    return 0;
  }

  /** The head of the film is in a box of the outermost one. */
  private long boxes(long begin, long end) throws IOException {
    long place = begin;
    for (int i = 0; i < MOST && place + 8 <= end; i++) {
      ByteBuffer box = at(place, 40);
      long size = Integer.toUnsignedLong(box.getInt(0));
      int head = 8;
      if (size == 1) {
        size = box.getLong(8);
        head = 16;
      } else if (size == 0) {
        size = end - place;
      }
      if (size < head || size > end - place) {
        return 0;
      }
      String name = text(box, 4);
      if (name.equals("moov")) {
        return boxes(place + head, place + size);
      }
      if (name.equals("mvhd") && head == 8) {
        return box.get(8) == 1
            ? millis(at(place + 32, 8).getLong(0), Integer.toUnsignedLong(box.getInt(28)))
            : millis(
                Integer.toUnsignedLong(box.getInt(24)), Integer.toUnsignedLong(box.getInt(20)));
      }
      place += size;
    }
    return 0;
  }

  /** Returns the size of the tag before the sound, whose length has seven bits in each byte. */
  private long tag() throws IOException {
    ByteBuffer head = at(0, 10);
    long size = 0;
    for (int i = 6; i < 10; i++) {
      size = size << 7 | (head.get(i) & 0x7f);
    }
    return 10 + size;
  }

  private long mp3(long begin) throws IOException {
    ByteBuffer part = at(begin, PART);
    for (int i = 0; i + 200 < part.capacity() && begin + i < length; i++) {
      int head = part.getInt(i);
      int version = head >>> 19 & 3;
      int rate = head >>> 12 & 15;
      int samples = head >>> 10 & 3;
      boolean isFrame =
          head >>> 21 == 0x7ff && version != 1 && (head >>> 17 & 3) == 1 && rate != 15;
      if (isFrame && rate != 0 && samples != 3) {
        return mp3(part, i, length - begin - i);
      }
    }
    return 0;
  }

  /** By the number of frames that the first one has, or by its bits of a second. */
  private static long mp3(ByteBuffer part, int at, long bytes) {
    int head = part.getInt(at);
    int version = head >>> 19 & 3;
    boolean isFirst = version == 3;
    boolean isMono = (head >>> 6 & 3) == 3;
    int rate = SAMPLES[head >>> 10 & 3] >> (isFirst ? 0 : version == 2 ? 1 : 2);
    int side = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17);
    int extra = at + 4 + side;
    String name = text(part, extra);
    if ((name.equals("Xing") || name.equals("Info")) && (part.getInt(extra + 4) & 1) != 0) {
      long frames = Integer.toUnsignedLong(part.getInt(extra + 8));
      return millis(frames * (isFirst ? 1152 : 576), rate);
    }
    return millis(bytes, RATES[isFirst ? 0 : 1][head >>> 12 & 15] * 125L);
  }
}
