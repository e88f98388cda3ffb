package dev.dexscope.dex.write;

import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import dev.dexscope.dex.write.ids.ValueCopier;
import dev.dexscope.dex.write.ids.ValueWriter;
import java.util.Comparator;
import java.util.List;

/** Writes annotations, their sets, lists of sets, and the directories of classes. */
final class AnnotationSections {
  private final ItemOutput to;
  private final ConstantPool pool;
  private final FinalIds ids;
  private final DexOutput out;
  private final NewItems items;

  AnnotationSections(ItemOutput to) {
    this.to = to;
    this.pool = to.pool;
    this.ids = to.ids;
    this.out = to.out;
    this.items = to.items;
  }

  void annotations() {
    to.keep(
        MapItem.ANNOTATION,
        "annotation_item",
        1,
        ids.keepsCode(pool),
        ItemOutput.in(null),
        cursor -> {
          out.uint8(cursor.uint8());
          new ValueCopier(cursor, ids, out).annotation();
        });
    for (Annotation each : items.annotations.items()) {
      to.added(MapItem.ANNOTATION, 1);
      new ValueWriter(pool, ids, out).annotation(each);
    }
  }

  void annotationSets() {
    to.keep(
        MapItem.ANNOTATION_SET,
        "annotation_set_item",
        4,
        false,
        ItemOutput.in(null),
        cursor -> copyRefs(cursor, MapItem.ANNOTATION));
    for (List<Annotation> each : items.annotationSets.items()) {
      to.added(MapItem.ANNOTATION_SET, 4);
      out.int32(each.size());
      // "sorted in increasing order, by type_idx", which is the order of the descriptors.
      each.stream()
          .sorted(Comparator.comparing(Annotation::type))
          .forEach(a -> to.ref(MapItem.ANNOTATION, items.annotations.ref(a)));
    }
  }

  private void copyRefs(ItemCursor cursor, int section) {
    int count = cursor.count32(4);
    out.int32(count);
    for (int i = 0; i < count; i++) {
      to.oldRef(section, cursor.int32());
    }
  }

  void setLists() {
    int section = MapItem.ANNOTATION_SET_REF_LIST;
    to.keep(
        section,
        "annotation_set_ref_list",
        4,
        false,
        ItemOutput.in(null),
        cursor -> copyRefs(cursor, MapItem.ANNOTATION_SET));
    for (List<List<Annotation>> each : items.setLists.items()) {
      to.added(section, 4);
      out.int32(each.size());
      each.forEach(set -> to.ref(MapItem.ANNOTATION_SET, setRef(set)));
    }
  }

  private int setRef(List<Annotation> set) {
    return set.isEmpty() ? 0 : items.annotationSets.ref(set);
  }

  void directories() {
    int section = MapItem.ANNOTATIONS_DIRECTORY;
    to.keep(
        section,
        "annotations_directory_item",
        4,
        false,
        ItemOutput.in(items.liveDirectories),
        this::copyDirectory);
    for (ClassBuilder each : items.directories) {
      to.added(section, 4);
      directory(each);
    }
  }

  private void copyDirectory(ItemCursor cursor) {
    to.oldRef(MapItem.ANNOTATION_SET, cursor.int32());
    int fields = cursor.count32(8);
    int methods = cursor.count32(8);
    int parameters = cursor.count32(8);
    out.int32(fields);
    out.int32(methods);
    out.int32(parameters);
    for (int i = 0; i < fields; i++) {
      out.int32(ids.field(cursor.int32()));
      to.oldRef(MapItem.ANNOTATION_SET, cursor.int32());
    }
    for (int i = 0; i < methods; i++) {
      out.int32(ids.method(cursor.int32()));
      to.oldRef(MapItem.ANNOTATION_SET, cursor.int32());
    }
    for (int i = 0; i < parameters; i++) {
      out.int32(ids.method(cursor.int32()));
      to.oldRef(MapItem.ANNOTATION_SET_REF_LIST, cursor.int32());
    }
  }

  private void directory(ClassBuilder built) {
    List<FieldBuilder> fields =
        built.fields().stream()
            .filter(each -> !each.annotations().isEmpty())
            .sorted(Comparator.comparingInt(each -> ids.field(each.id)))
            .toList();
    List<MethodBuilder> sorted =
        built.methods().stream().sorted(Comparator.comparingInt(m -> ids.method(m.id))).toList();
    List<MethodBuilder> methods =
        sorted.stream().filter(each -> !each.annotations().isEmpty()).toList();
    List<MethodBuilder> parameters =
        sorted.stream().filter(each -> !each.parameterAnnotations().isEmpty()).toList();
    to.ref(MapItem.ANNOTATION_SET, setRef(built.annotations()));
    out.int32(fields.size());
    out.int32(methods.size());
    out.int32(parameters.size());
    for (FieldBuilder each : fields) {
      out.int32(ids.field(each.id));
      to.ref(MapItem.ANNOTATION_SET, setRef(each.annotations()));
    }
    for (MethodBuilder each : methods) {
      out.int32(ids.method(each.id));
      to.ref(MapItem.ANNOTATION_SET, setRef(each.annotations()));
    }
    for (MethodBuilder each : parameters) {
      out.int32(ids.method(each.id));
      to.ref(MapItem.ANNOTATION_SET_REF_LIST, items.setLists.ref(each.parameterAnnotations()));
    }
  }
}
