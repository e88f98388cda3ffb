package dev.dexscope.vm.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.Map;

/** The names of classes among the constants of a class file (JVMS 4.4). */
final class ConstantNames {
  /** Magic number and versions. */
  private static final int BEFORE_COUNT = 8;

  private ConstantNames() {}

  /**
   * A class file with other names of classes.
   *
   * @param names their descriptors, by those in the class file
   * @throws IllegalArgumentException where it is no class file
   */
  static byte[] renamed(byte[] file, Map<String, String> names) {
    var out = new ByteArrayOutputStream(file.length);
    try (var in = new DataInputStream(new ByteArrayInputStream(file));
        var to = new DataOutputStream(out)) {
      to.write(in.readNBytes(BEFORE_COUNT));
      int count = in.readUnsignedShort();
      to.writeShort(count);
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        to.writeByte(tag);
        if (tag == PoolEntry.TAG_UTF8) {
          to.writeUTF(named(in.readUTF(), names));
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

  /** In a class, a descriptor or a signature. */
  private static String named(String text, Map<String, String> names) {
    String named = text;
    for (Map.Entry<String, String> each : names.entrySet()) {
      named =
          named.equals(internal(each.getKey()))
              ? internal(each.getValue())
              : named.replace(each.getKey(), each.getValue());
    }
    return named;
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
