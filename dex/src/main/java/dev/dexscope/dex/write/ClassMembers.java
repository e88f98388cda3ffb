package dev.dexscope.dex.write;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.FinalIds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the members of classes. */
final class ClassMembers {
  private final ItemOutput to;
  private final FinalIds ids;
  private final @Nullable DexFile base;
  private final DexOutput out;
  private final NewItems items;
  private final List<DexBuilder.Entry> classes;

  ClassMembers(ItemOutput to, List<DexBuilder.Entry> classes) {
    this.to = to;
    this.ids = to.ids;
    this.base = to.base;
    this.out = to.out;
    this.items = to.items;
    this.classes = classes;
  }

  void write() {
    Map<Integer, ClassBuilder> changed = new HashMap<>();
    for (DexBuilder.Entry each : classes) {
      ClassBuilder built = each.built();
      ClassDef kept = each.kept();
      if (built != null && kept != null && built.membersChanged()) {
        changed.put(kept.dataOffset(), built);
      }
    }
    to.keep(
        MapItem.CLASS_DATA,
        "class_data_item",
        1,
        false,
        ItemOutput.in(items.liveData),
        cursor -> {
          ClassBuilder built = changed.get(cursor.offset());
          int at = out.size();
          boolean gone = !ItemOutput.in(items.liveData).test(cursor.offset());
          copyClassData(cursor, built != null || gone);
          if (built != null) {
            out.truncate(at);
            classData(built);
          }
        });
    for (DexBuilder.Entry each : classes) {
      ClassBuilder built = each.built();
      if (built != null && ClassDefs.dataRef(built) < 0) {
        to.added(MapItem.CLASS_DATA, 1);
        classData(built);
      }
    }
  }

  /** Of data that is replaced only the end is of interest. */
  private void copyClassData(ItemCursor cursor, boolean skip) {
    int staticFields = cursor.count(2);
    int instanceFields = cursor.count(2);
    int direct = cursor.count(3);
    int virtual = cursor.count(3);
    out.uleb128(staticFields);
    out.uleb128(instanceFields);
    out.uleb128(direct);
    out.uleb128(virtual);
    copyFields(cursor, staticFields);
    copyFields(cursor, instanceFields);
    copyMethods(cursor, direct, skip);
    copyMethods(cursor, virtual, skip);
  }

  private void copyFields(ItemCursor cursor, int count) {
    int index = 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
      index += cursor.uleb128();
      int place = ids.field(index);
      out.uleb128(place - last);
      last = place;
      out.uleb128(cursor.uleb128());
    }
  }

  private void copyMethods(ItemCursor cursor, int count, boolean skip) {
    int index = 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
      index += cursor.uleb128();
      int place = ids.method(index);
      out.uleb128(place - last);
      last = place;
      out.uleb128(cursor.uleb128());
      int code = cursor.uleb128();
      out.uleb128(
          code == 0 || skip
              ? 0
              : to.resolve(MapItem.CODE, items.codeRef(NewItems.checked(base, code))));
    }
  }

  private void classData(ClassBuilder built) {
    if (built.fields().isEmpty() && built.methods().isEmpty()) {
      return;
    }
    List<FieldBuilder> staticFields = new ArrayList<>();
    List<FieldBuilder> instanceFields = new ArrayList<>();
    for (FieldBuilder each : built.fields()) {
      (each.isStatic() ? staticFields : instanceFields).add(each);
    }
    List<MethodBuilder> direct = new ArrayList<>();
    List<MethodBuilder> virtual = new ArrayList<>();
    for (MethodBuilder each : built.methods()) {
      (each.isDirect() ? direct : virtual).add(each);
    }
    Comparator<FieldBuilder> byField = Comparator.comparingInt(each -> ids.field(each.id));
    Comparator<MethodBuilder> byMethod = Comparator.comparingInt(each -> ids.method(each.id));
    staticFields.sort(byField);
    instanceFields.sort(byField);
    direct.sort(byMethod);
    virtual.sort(byMethod);
    out.uleb128(staticFields.size());
    out.uleb128(instanceFields.size());
    out.uleb128(direct.size());
    out.uleb128(virtual.size());
    fields(staticFields);
    fields(instanceFields);
    methods(direct);
    methods(virtual);
  }

  private void fields(List<FieldBuilder> fields) {
    int last = 0;
    for (FieldBuilder each : fields) {
      int place = ids.field(each.id);
      out.uleb128(place - last);
      last = place;
      out.uleb128(each.accessFlags());
    }
  }

  private void methods(List<MethodBuilder> methods) {
    int last = 0;
    for (MethodBuilder each : methods) {
      int place = ids.method(each.id);
      out.uleb128(place - last);
      last = place;
      out.uleb128(each.accessFlags());
      int code = items.codeRef(each);
      out.uleb128(code == 0 ? 0 : to.resolve(MapItem.CODE, code));
    }
  }
}
