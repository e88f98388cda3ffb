package dev.dexscope.dex.write;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.FinalIds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes which members of the platform programs may use. */
final class HiddenApi {
  private final FinalIds ids;
  private final @Nullable DexFile base;
  private final DexOutput out;
  private final List<DexBuilder.Entry> classes;

  HiddenApi(ItemOutput to, List<DexBuilder.Entry> classes) {
    this.ids = to.ids;
    this.base = to.base;
    this.out = to.out;
    this.classes = classes;
  }

  /** Writes the section, and returns where it begins; -1 if no class has any. */
  int write() {
    boolean any = base != null && base.raw().map().stream().anyMatch(HiddenApi::isHiddenApi);
    for (DexBuilder.Entry each : classes) {
      ClassBuilder built = each.built();
      any |= built != null && built.hasHiddenApiFlags();
    }
    if (!any) {
      return -1;
    }
    out.align(4);
    int at = out.size();
    out.int32(0);
    out.zeros(classes.size() * 4);
    for (int i = 0; i < classes.size(); i++) {
      int[] flags = hiddenApiFlags(classes.get(i));
      if (flags.length > 0) {
        out.putInt32(at + 4 + i * 4, out.size() - at);
        for (int each : flags) {
          out.uleb128(each);
        }
      }
    }
    out.putInt32(at, out.size() - at);
    return at;
  }

  private static boolean isHiddenApi(MapItem item) {
    return item.type() == MapItem.HIDDENAPI_CLASS_DATA;
  }

  private int[] hiddenApiFlags(DexBuilder.Entry entry) {
    ClassBuilder built = entry.built();
    ClassDef kept = entry.kept();
    if (built == null) {
      int[] flags = kept == null ? null : kept.hiddenApiFlags();
      return flags == null ? new int[0] : flags;
    }
    List<Integer> all = new ArrayList<>();
    built.fields().stream()
        .sorted(
            Comparator.comparingInt((FieldBuilder f) -> f.isStatic() ? 0 : 1)
                .thenComparingInt(f -> ids.field(f.id)))
        .forEach(each -> all.add(each.hiddenApiFlags()));
    built.methods().stream()
        .sorted(
            Comparator.comparingInt((MethodBuilder m) -> m.isDirect() ? 0 : 1)
                .thenComparingInt(m -> ids.method(m.id)))
        .forEach(each -> all.add(each.hiddenApiFlags()));
    return all.stream().mapToInt(Integer::intValue).toArray();
  }
}
