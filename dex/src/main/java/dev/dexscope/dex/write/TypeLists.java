package dev.dexscope.dex.write;

import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import java.util.List;

/** Writes lists of types: parameters and interfaces. */
final class TypeLists {
  private final ItemOutput to;
  private final ConstantPool pool;
  private final FinalIds ids;
  private final DexOutput out;
  private final NewItems items;

  TypeLists(ItemOutput to) {
    this.to = to;
    this.pool = to.pool;
    this.ids = to.ids;
    this.out = to.out;
    this.items = to.items;
  }

  void write() {
    to.keep(
        MapItem.TYPE_LIST,
        "type_list",
        4,
        ids.keepsTypes(pool),
        ItemOutput.in(null),
        cursor -> {
          int count = cursor.count32(2);
          out.int32(count);
          for (int i = 0; i < count; i++) {
            out.uint16(ids.type(cursor.uint16()));
          }
        });
    for (List<Integer> each : items.typeLists.items()) {
      to.added(MapItem.TYPE_LIST, 4);
      out.int32(each.size());
      each.forEach(type -> out.uint16(ids.type(type)));
    }
  }
}
