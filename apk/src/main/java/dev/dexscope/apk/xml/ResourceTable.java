package dev.dexscope.apk.xml;

import dev.dexscope.apk.ApkFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a package's resources, {@code resources.arsc} (ResTable_header in ResourceTypes.h):
 * those that a phone shows whose language no other resource is made for.
 *
 * <pre>{@code
 * ResourceTable resources = ResourceTable.read("resources.arsc", bytes);
 * String label = resources.text(0x7f0a0001).orElse("");
 * }</pre>
 */
public final class ResourceTable {
  /** The entry of a package that has one. */
  public static final String ENTRY = "resources.arsc";

  private static final int TABLE = 0x0002;
  private static final int PACKAGE = 0x0200;
  private static final int TYPE = 0x0201;

  private static final int TABLE_HEADER = 12;
  private static final int TYPE_HEADER = 20;

  /** Flags of a type: how the offsets of its entries are written. */
  private static final int SPARSE = 1;

  private static final int SHORT_OFFSETS = 2;

  /** Flags of an entry. */
  private static final int COMPLEX = 1;

  private static final int COMPACT = 8;

  private static final int NO_ENTRY = -1;
  private static final int NO_SHORT_ENTRY = 0xffff;

  /** Androids follow so many references at most. */
  private static final int MOST_REFERENCES = 20;

  private final StringPool strings;

  /** The chunks of all packages that contain values: one for each type and configuration. */
  private final List<Type> types;

  /**
   * Values of one type for one configuration.
   *
   * @param id of the package and the type, as in a resource's id
   * @param isDefault whether it is for all phones
   */
  private record Type(Chunk chunk, int id, boolean isDefault) {}

  private ResourceTable(StringPool strings, List<Type> types) {
    this.strings = strings;
    this.types = types;
  }

  /**
   * Reads a table.
   *
   * @param file for errors
   * @throws ApkFormatException if it is damaged
   */
  public static ResourceTable read(String file, byte[] bytes) {
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    Chunk table = Chunk.at(file, all, 0);
    if (table.type() != TABLE || table.headerSize() < TABLE_HEADER) {
      throw table.fault(0, "no table of resources");
    }
    StringPool strings = null;
    List<Type> types = new ArrayList<>();
    for (Chunk each : chunks(table)) {
      if (each.type() == Chunk.STRING_POOL && strings == null) {
        strings = StringPool.read(each);
      } else if (each.type() == PACKAGE) {
        addTypes(each, types);
      }
    }
    if (strings == null) {
      throw table.fault(0, "a table of resources without strings");
    }
    return new ResourceTable(strings, types);
  }

  /** The chunks inside another one, after its header. */
  private static List<Chunk> chunks(Chunk outer) {
    List<Chunk> chunks = new ArrayList<>();
    int at = outer.headerSize();
    while (at < outer.size()) {
      Chunk next = Chunk.at(outer.file(), outer.bytes(), at);
      chunks.add(new Chunk(outer.file(), outer.offset() + at, next.bytes()));
      at += next.size();
    }
    return chunks;
  }

  private static void addTypes(Chunk container, List<Type> types) {
    if (container.headerSize() < 12) {
      throw container.fault(2, "a package's header of " + container.headerSize() + " bytes");
    }
    int id = container.bytes().getInt(8);
    for (Chunk each : chunks(container)) {
      if (each.type() == TYPE) {
        if (each.headerSize() < TYPE_HEADER + 4) {
          throw each.fault(2, "a type's header of " + each.headerSize() + " bytes");
        }
        int type = each.bytes().get(8) & 0xff;
        types.add(new Type(each, id << 8 | type, isDefault(each)));
      }
    }
  }

  /** A configuration that says nothing but its size (ResTable_config). */
  private static boolean isDefault(Chunk type) {
    long size = Integer.toUnsignedLong(type.bytes().getInt(TYPE_HEADER));
    int start = type.inside(TYPE_HEADER, size);
    for (int i = 4; i < size; i++) {
      if (type.bytes().get(start + i) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the text of a resource; empty if there is none.
   *
   * @param id as references have it
   * @throws ApkFormatException if the table is damaged there
   */
  public Optional<String> text(int id) {
    int wanted = id;
    for (int i = 0; i < MOST_REFERENCES; i++) {
      Value value = value(wanted);
      if (value == null || value.type() != Value.REFERENCE) {
        return value != null
                && value.type() == Value.STRING
                && Integer.compareUnsigned(value.data(), strings.size()) < 0
            ? Optional.of(strings.get(value.data()))
            : Optional.empty();
      }
      wanted = value.data();
    }
    return Optional.empty();
  }

  private @Nullable Value value(int id) {
    Value found = null;
    for (Type each : types) {
      if (each.id == id >>> 16) {
        Value value = value(each.chunk, id & 0xffff);
        if (value != null && each.isDefault) {
          return value;
        }
        found = found == null ? value : found;
      }
    }
    return found;
  }

  private static @Nullable Value value(Chunk type, int entry) {
    ByteBuffer in = type.bytes();
    int flags = in.get(9);
    int count = in.getInt(12);
    long start = Integer.toUnsignedLong(in.getInt(16));
    int width = (flags & (SPARSE | SHORT_OFFSETS)) == SHORT_OFFSETS ? 2 : 4;
    type.inside(type.headerSize(), (long) width * Integer.toUnsignedLong(count));
    long offset = offset(type, flags, count, entry);
    return offset == NO_ENTRY ? null : entry(type, start + offset);
  }

  /** Where an entry is, after the first one; {@link #NO_ENTRY} if it is not there. */
  private static long offset(Chunk type, int flags, int count, int entry) {
    ByteBuffer in = type.bytes();
    int at = type.headerSize();
    if ((flags & SPARSE) != 0) {
      for (int i = 0; i < count; i++) {
        if ((in.getShort(at + 4 * i) & 0xffff) == entry) {
          return 4L * (in.getShort(at + 4 * i + 2) & 0xffff);
        }
      }
      return NO_ENTRY;
    }
    if (entry >= count) {
      return NO_ENTRY;
    }
    if ((flags & SHORT_OFFSETS) != 0) {
      int offset = in.getShort(at + 2 * entry) & 0xffff;
      return offset == NO_SHORT_ENTRY ? NO_ENTRY : 4L * offset;
    }
    int offset = in.getInt(at + 4 * entry);
    return offset == NO_ENTRY ? NO_ENTRY : Integer.toUnsignedLong(offset);
  }

  /** ResTable_entry, and the Res_value after it; null for one of several values. */
  private static @Nullable Value entry(Chunk type, long start) {
    ByteBuffer in = type.bytes();
    int at = type.inside(start, 8);
    int flags = in.getShort(at + 2) & 0xffff;
    if ((flags & COMPACT) != 0) {
      return new Value(flags >>> 8, in.getInt(at + 4));
    }
    if ((flags & COMPLEX) != 0) {
      return null;
    }
    int value = type.inside(start + (in.getShort(at) & 0xffff), 8);
    return new Value(in.get(value + 3) & 0xff, in.getInt(value + 4));
  }
}
