package dev.dexscope.vm.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.classfile.constantpool.PoolEntry;

/**
 * The superclass of records in a class file (JVMS 4.4): D8 lets them extend a class of its own
 * where Android has no {@code java.lang.Record}.
 */
final class RecordNames {
  static final String TAG = "Lcom/android/tools/r8/RecordTag;";

  private static final String RECORD = "Ljava/lang/Record;";

  /** Magic number and versions. */
  private static final int BEFORE_COUNT = 8;

  private RecordNames() {}

  /**
   * A class file with the name of D8's class.
   *
   * @throws IllegalArgumentException where it is no class file
   */
  static byte[] withTag(byte[] file) {
    var out = new ByteArrayOutputStream(file.length + TAG.length());
    try (var in = new DataInputStream(new ByteArrayInputStream(file));
        var to = new DataOutputStream(out)) {
      to.write(in.readNBytes(BEFORE_COUNT));
      int count = in.readUnsignedShort();
      to.writeShort(count);
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        to.writeByte(tag);
        if (tag == PoolEntry.TAG_UTF8) {
          to.writeUTF(named(in.readUTF()));
        } else {
          to.write(in.readNBytes(size(tag)));
        }
        if (tag == PoolEntry.TAG_LONG || tag == PoolEntry.TAG_DOUBLE) {
          i++; // They take two places.
        }
      }
      to.write(in.readAllBytes());
    } catch (IOException e) {
      throw new IllegalArgumentException("no class file", e);
    }
    return out.toByteArray();
  }

  private static String named(String text) {
    return text.equals(internal(RECORD)) ? internal(TAG) : text.replace(RECORD, TAG);
  }

  private static String internal(String descriptor) {
    return descriptor.substring(1, descriptor.length() - 1);
  }

  private static int size(int tag) {
    return switch (tag) {
      case PoolEntry.TAG_LONG, PoolEntry.TAG_DOUBLE -> 8;
      case PoolEntry.TAG_METHOD_HANDLE -> 3;
      case PoolEntry.TAG_CLASS,
          PoolEntry.TAG_STRING,
          PoolEntry.TAG_METHOD_TYPE,
          PoolEntry.TAG_MODULE,
          PoolEntry.TAG_PACKAGE ->
          2;
      default -> 4;
    };
  }
}
