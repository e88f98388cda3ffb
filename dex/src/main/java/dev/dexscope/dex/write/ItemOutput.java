package dev.dexscope.dex.write;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The items of a file being written: kept ones are copied, new ones follow, and references to later
 * items are filled in at the end.
 */
final class ItemOutput {
  final ConstantPool pool;
  final FinalIds ids;
  final @Nullable DexFile base;
  final DexOutput out;
  final NewItems items;

  /** By section, see {@link #offsets(int)}. */
  private final @Nullable Offsets[] offsets = new Offsets[24];

  /** Places that refer to items: the place, the items' section, the reference. */
  private int[] patches = new int[256];

  private int patchCount;

  ItemOutput(DexBuilder file, FinalIds ids, DexOutput out, NewItems items) {
    this.pool = file.pool();
    this.ids = ids;
    this.base = file.base();
    this.out = out;
    this.items = items;
  }

  Offsets offsets(int section) {
    int slot = (section >>> 12) * 8 + (section & 7);
    Offsets known = offsets[slot];
    if (known == null) {
      known = new Offsets();
      offsets[slot] = known;
    }
    return known;
  }

  /** A place of four bytes that will refer to an item. */
  void ref(int section, int ref) {
    if (ref != 0) {
      if (patchCount + 3 > patches.length) {
        patches = Arrays.copyOf(patches, patches.length * 2);
      }
      patches[patchCount++] = out.size();
      patches[patchCount++] = section;
      patches[patchCount++] = ref;
    }
    out.int32(0);
  }

  /** A place that will refer to an item of the old file, by its old offset. */
  void oldRef(int section, int offset) {
    ref(section, NewItems.checked(base, offset));
  }

  int resolve(int section, int ref) {
    int at = offsets(section).resolve(ref);
    if (at < 0) {
      throw new DexFormatException(
          base == null ? "new file" : base.name(),
          "map_list",
          ref,
          "no item of the section 0x" + Integer.toHexString(section) + " is at this position");
    }
    return at;
  }

  /** Reads an item and writes it. */
  interface Copying {
    void copy(ItemCursor cursor);
  }

  /** The items that are kept; {@code same} when they are copied as they are. */
  void keep(
      int section, String name, int alignment, boolean same, IntPredicate keeps, Copying copying) {
    if (base == null) {
      return;
    }
    Offsets places = offsets(section);
    for (MapItem each : base.raw().map()) {
      if (each.type() != section) {
        continue;
      }
      ItemCursor cursor = base.raw().cursor(name, each.offset());
      for (int i = 0; i < each.count(); i++) {
        cursor.align(alignment);
        int from = cursor.offset();
        int patchMark = patchCount;
        int mark = out.size();
        out.align(alignment);
        int at = out.size();
        copying.copy(cursor);
        if (!keeps.test(from)) {
          out.truncate(mark);
          patchCount = patchMark;
          continue;
        }
        if (same) {
          out.truncate(at);
          out.bytes(base.raw(), from, cursor.offset());
        }
        // Nothing is written for classes that have lost all their members.
        if (out.size() > at) {
          places.moved(from, at);
        } else {
          out.truncate(mark);
        }
      }
    }
  }

  static IntPredicate in(@Nullable BitSet live) {
    return offset -> live == null || live.get(offset);
  }

  void added(int section, int alignment) {
    out.align(alignment);
    offsets(section).added(out.size());
  }

  /** Fills in the places that refer to items, when all are written. */
  void resolveRefs() {
    for (int i = 0; i < patchCount; i += 3) {
      out.putInt32(patches[i], resolve(patches[i + 1], patches[i + 2]));
    }
  }
}
