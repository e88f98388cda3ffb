package dev.dexscope.dex;

import dev.dexscope.dex.raw.ItemCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A class_def_item: a class that a file defines, read in place.
 *
 * <pre>{@code
 * ClassData data = classDef.data();
 * for (EncodedMethod method : data.methods()) { ... }
 * }</pre>
 *
 * @param dex its file
 * @param index its class_def
 */
public record ClassDef(DexFile dex, int index) {
  /** Its type descriptor. */
  public String type() {
    return dex.type(typeIndex());
  }

  /** Its type_id. */
  public int typeIndex() {
    return dex.raw().typeIndex(dex.raw().classField(index, 0));
  }

  /** See {@link AccessFlags}. */
  public int accessFlags() {
    return dex.raw().classField(index, 4);
  }

  /** Its superclass's descriptor; null for java.lang.Object. */
  public @Nullable String superclass() {
    int type = superclassIndex();
    return type == DexFile.NO_INDEX ? null : dex.type(type);
  }

  /** The type_id of its superclass, or -1. */
  public int superclassIndex() {
    return dex.raw().classField(index, 8);
  }

  /** Its interfaces' descriptors. */
  public List<String> interfaces() {
    return dex.typeNames(interfacesOffset());
  }

  /** Returns the offset of the type_list of its interfaces, or 0 if absent. */
  public int interfacesOffset() {
    return dex.raw().classField(index, 12);
  }

  /** The name of its source file, or null. */
  public @Nullable String sourceFile() {
    int name = sourceFileIndex();
    return name == DexFile.NO_INDEX ? null : dex.string(name);
  }

  /** The string_id of its source file's name, or -1. */
  public int sourceFileIndex() {
    return dex.raw().classField(index, 16);
  }

  /** Returns the offset of its annotations_directory_item, or 0 if absent. */
  public int annotationsOffset() {
    return dex.raw().classField(index, 20);
  }

  /** Returns the offset of its class_data_item, or 0 if absent. */
  public int dataOffset() {
    return dex.raw().classField(index, 24);
  }

  /** Returns the offset of the encoded_array_item of its static fields' values, or 0 if absent. */
  public int staticValuesOffset() {
    return dex.raw().classField(index, 28);
  }

  /** The values of its first static fields; the rest is zero or null. */
  public List<EncodedValue> staticValues() {
    int at = staticValuesOffset();
    return at == 0 ? List.of() : dex.encodedArray(at);
  }

  /**
   * Returns the hidden-API flags of its members, in the order of {@link ClassData}, or null if
   * absent.
   */
  public int @Nullable [] hiddenApiFlags() {
    int at = dex.raw().hiddenApiOffset(index);
    if (at == 0) {
      return null;
    }
    ItemCursor cursor = dex.raw().cursor("hiddenapi_class_data_item", at);
    ClassData data = data();
    int[] flags = new int[cursor.checkCount(data.fields().size() + data.methods().size(), 1)];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = cursor.uleb128();
    }
    return flags;
  }

  /** Its members. */
  public ClassData data() {
    int at = dataOffset();
    if (at == 0) {
      return ClassData.EMPTY;
    }
    ItemCursor cursor = dex.raw().cursor("class_data_item", at);
    int staticFields = cursor.count(2);
    int instanceFields = cursor.count(2);
    int direct = cursor.count(3);
    int virtual = cursor.count(3);
    int type = typeIndex();
    return new ClassData(
        fields(cursor, staticFields, type),
        fields(cursor, instanceFields, type),
        methods(cursor, direct, type),
        methods(cursor, virtual, type));
  }

  /** All members are of the class itself: no class_data_item serves two classes. */
  private List<EncodedField> fields(ItemCursor cursor, int count, int type) {
    List<EncodedField> list = new ArrayList<>();
    int member = 0;
    for (int i = 0; i < count; i++) {
      member += cursor.uleb128();
      if (dex.fieldClass(member) != type) {
        throw cursor.broken("field of another class");
      }
      list.add(new EncodedField(dex, member, cursor.uleb128()));
    }
    return list;
  }

  private List<EncodedMethod> methods(ItemCursor cursor, int count, int type) {
    List<EncodedMethod> list = new ArrayList<>();
    int member = 0;
    for (int i = 0; i < count; i++) {
      member += cursor.uleb128();
      if (dex.methodClass(member) != type) {
        throw cursor.broken("method of another class");
      }
      list.add(new EncodedMethod(dex, member, cursor.uleb128(), cursor.uleb128()));
    }
    return list;
  }

  /** Its annotations and those of its members. */
  public Annotations annotations() {
    int at = annotationsOffset();
    if (at == 0) {
      return Annotations.NONE;
    }
    ItemCursor cursor = dex.raw().cursor("annotations_directory_item", at);
    int ofClass = cursor.int32();
    int fields = cursor.int32();
    int methods = cursor.int32();
    int parameters = cursor.int32();
    var reader = new ValueReader(dex);
    return new Annotations(
        reader.annotationSet(ofClass),
        sets(cursor, fields, reader),
        sets(cursor, methods, reader),
        setLists(cursor, parameters, reader));
  }

  private Map<Integer, List<Annotation>> sets(ItemCursor cursor, int count, ValueReader reader) {
    Map<Integer, List<Annotation>> sets = new HashMap<>();
    for (int i = cursor.checkCount(count, 8); i > 0; i--) {
      sets.put(cursor.int32(), reader.annotationSet(cursor.int32()));
    }
    return sets;
  }

  private Map<Integer, List<List<Annotation>>> setLists(
      ItemCursor cursor, int count, ValueReader reader) {
    Map<Integer, List<List<Annotation>>> lists = new HashMap<>();
    for (int i = cursor.checkCount(count, 8); i > 0; i--) {
      int method = cursor.int32();
      ItemCursor list = dex.raw().cursor("annotation_set_ref_list", cursor.int32());
      List<List<Annotation>> sets = new ArrayList<>();
      for (int j = list.count32(4); j > 0; j--) {
        reader.spend();
        sets.add(reader.annotationSet(list.int32()));
      }
      lists.put(method, sets);
    }
    return lists;
  }
}
