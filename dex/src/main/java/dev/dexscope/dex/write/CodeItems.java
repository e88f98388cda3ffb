package dev.dexscope.dex.write;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.code.CodeWriter;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import org.jspecify.annotations.Nullable;

/** Writes the code of methods. */
final class CodeItems {
  private final ItemOutput to;
  private final ConstantPool pool;
  private final FinalIds ids;
  private final @Nullable DexFile base;
  private final DexOutput out;
  private final NewItems items;

  CodeItems(ItemOutput to) {
    this.to = to;
    this.pool = to.pool;
    this.ids = to.ids;
    this.base = to.base;
    this.out = to.out;
    this.items = to.items;
  }

  void write() {
    var writer = new CodeWriter(pool, ids, out, to::ref, to::oldRef);
    int[] written = new int[items.codes.size()];
    int[] order = items.codesByOrigin();
    int next = 0;
    if (base != null) {
      for (MapItem each : base.raw().map()) {
        if (each.type() == MapItem.CODE) {
          ItemCursor cursor = base.raw().cursor("code_item", each.offset());
          for (int i = 0; i < each.count(); i++) {
            cursor.align(4);
            int from = cursor.offset();
            keepCode(cursor, base, writer);
            while (next < order.length && items.codes.get(order[next]).origin() <= from) {
              written[order[next]] = write(writer, items.codes.get(order[next]));
              next++;
            }
          }
        }
      }
    }
    for (; next < order.length; next++) {
      written[order[next]] = write(writer, items.codes.get(order[next]));
    }
    Offsets places = to.offsets(MapItem.CODE);
    for (int each : written) {
      places.added(each);
    }
  }

  private static int write(CodeWriter writer, NewItems.CodeAt item) {
    return writer.write(item.code(), item.debugRef());
  }

  /** An old item when it is still used. */
  private void keepCode(ItemCursor cursor, DexFile old, CodeWriter writer) {
    int from = cursor.offset();
    if (ItemOutput.in(items.liveCode).test(from)) {
      out.align(4);
      to.offsets(MapItem.CODE).moved(from, out.size());
      writer.copy(cursor, old);
    } else {
      CodeWriter.skip(cursor);
    }
  }
}
