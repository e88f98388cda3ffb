package dev.dexscope.dex.write;

import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import dev.dexscope.dex.write.ids.ValueCopier;
import dev.dexscope.dex.write.ids.ValueWriter;
import java.util.List;

/** Writes arrays of values: of static fields and call sites. */
final class EncodedArrays {
  private final ItemOutput to;
  private final ConstantPool pool;
  private final FinalIds ids;
  private final DexOutput out;
  private final NewItems items;

  EncodedArrays(ItemOutput to) {
    this.to = to;
    this.pool = to.pool;
    this.ids = to.ids;
    this.out = to.out;
    this.items = to.items;
  }

  void write() {
    to.keep(
        MapItem.ENCODED_ARRAY,
        "encoded_array_item",
        1,
        ids.keepsCode(pool),
        ItemOutput.in(items.liveArrays),
        cursor -> new ValueCopier(cursor, ids, out).array());
    for (List<EncodedValue> each : items.arrays.items()) {
      to.added(MapItem.ENCODED_ARRAY, 1);
      new ValueWriter(pool, ids, out).array(each);
    }
  }
}
