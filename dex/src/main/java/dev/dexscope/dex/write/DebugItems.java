package dev.dexscope.dex.write;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.code.Debug;
import dev.dexscope.dex.write.code.DebugWriter;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the debug information of methods. */
final class DebugItems {
  private final ItemOutput to;
  private final ConstantPool pool;
  private final FinalIds ids;
  private final @Nullable DexFile base;
  private final DexOutput out;
  private final NewItems items;

  DebugItems(ItemOutput to) {
    this.to = to;
    this.pool = to.pool;
    this.ids = to.ids;
    this.base = to.base;
    this.out = to.out;
    this.items = to.items;
  }

  void write() {
    var writer = new DebugWriter(ids, out);
    to.keep(
        MapItem.DEBUG_INFO,
        "debug_info_item",
        1,
        ids.keepsCode(pool),
        ItemOutput.in(items.liveDebug),
        cursor -> writer.copy(cursor, 0, Integer.MAX_VALUE, false));
    for (NewItems.DebugItem each : items.debugItems.items()) {
      to.added(MapItem.DEBUG_INFO, 1);
      switch (each.debug()) {
        case Debug.Kept kept when base != null ->
            writer.copy(
                base.raw().cursor("debug_info_item", kept.offset()),
                kept.shift(),
                Objects.requireNonNull(items.longest.get(kept)),
                false);
        case Debug.Made(byte[] item) ->
            writer.copy(
                ItemCursor.of("debug_info_item", item, DexFormatException::new),
                0,
                Integer.MAX_VALUE,
                each.isFinal());
        case Debug.Kept _, Debug.None _ -> throw new IllegalStateException();
      }
    }
  }
}
