package dev.dexscope.dex.write;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the definitions of classes. */
final class ClassDefs {
  private final ItemOutput to;
  private final ConstantPool pool;
  private final FinalIds ids;
  private final @Nullable DexFile base;
  private final DexOutput out;
  private final NewItems items;
  private final List<DexBuilder.Entry> classes;

  ClassDefs(ItemOutput to, List<DexBuilder.Entry> classes) {
    this.to = to;
    this.pool = to.pool;
    this.ids = to.ids;
    this.base = to.base;
    this.out = to.out;
    this.items = to.items;
    this.classes = classes;
  }

  void write() {
    int newData = 0;
    for (DexBuilder.Entry each : classes) {
      ClassBuilder built = each.built();
      ClassDef kept = each.kept();
      if (built == null && kept != null) {
        classDef(kept);
      } else if (built != null) {
        int data = dataRef(built);
        classDef(built, data < 0 ? Offsets.newRef(newData++) : data);
      }
    }
  }

  private void header(ClassBuilder built) {
    out.int32(ids.type(built.id));
    out.int32(built.accessFlags());
    String superclass = built.superclass();
    out.int32(superclass == null ? DexFile.NO_INDEX : ids.type(pool.type(superclass)));
    to.ref(MapItem.TYPE_LIST, interfacesRef(built));
    String source = built.sourceFile();
    out.int32(source == null ? DexFile.NO_INDEX : ids.string(pool.string(source)));
  }

  private void header(ClassDef kept) {
    out.int32(ids.type(kept.typeIndex()));
    out.int32(kept.accessFlags());
    int superclass = kept.superclassIndex();
    out.int32(superclass == DexFile.NO_INDEX ? superclass : ids.type(superclass));
    to.oldRef(MapItem.TYPE_LIST, kept.interfacesOffset());
    int source = kept.sourceFileIndex();
    out.int32(source == DexFile.NO_INDEX ? source : ids.string(source));
  }

  private void classDef(ClassDef kept) {
    header(kept);
    to.oldRef(MapItem.ANNOTATIONS_DIRECTORY, kept.annotationsOffset());
    to.oldRef(MapItem.CLASS_DATA, kept.dataOffset());
    to.oldRef(MapItem.ENCODED_ARRAY, kept.staticValuesOffset());
  }

  private void classDef(ClassBuilder built, int dataRef) {
    ClassDef kept = built.kept();
    if (kept != null && !built.headerChanged()) {
      header(kept);
    } else {
      header(built);
    }
    to.ref(
        MapItem.ANNOTATIONS_DIRECTORY,
        built.annotationsChanged() || kept == null
            ? items.directoryRef(built)
            : NewItems.checked(base, kept.annotationsOffset()));
    to.ref(MapItem.CLASS_DATA, dataRef);
    if (built.fieldsChanged() || kept == null) {
      List<EncodedValue> values = items.staticValues(built);
      to.ref(MapItem.ENCODED_ARRAY, values.isEmpty() ? 0 : items.arrays.ref(values));
    } else {
      to.oldRef(MapItem.ENCODED_ARRAY, kept.staticValuesOffset());
    }
  }

  private int interfacesRef(ClassBuilder built) {
    ClassDef kept = built.kept();
    if (kept != null && !built.interfacesChanged()) {
      return NewItems.checked(base, kept.interfacesOffset());
    }
    List<Integer> interfaces = built.interfaces().stream().map(pool::type).toList();
    return interfaces.isEmpty() ? 0 : items.typeLists.ref(interfaces);
  }

  /** Returns the offset of the old class data, -1 for new data, 0 if absent. */
  static int dataRef(ClassBuilder built) {
    if (built.fields().isEmpty() && built.methods().isEmpty()) {
      return 0;
    }
    ClassDef kept = built.kept();
    return kept == null || kept.dataOffset() == 0
        ? -1
        : NewItems.checked(kept.dex(), kept.dataOffset());
  }
}
