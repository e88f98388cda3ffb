package dev.dexscope.dex.write;

import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import dev.dexscope.dex.write.ids.ValueWriter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the sections of named items: strings, types, prototypes, fields, methods, call sites,
 * handles.
 */
final class IdSections {
  private final ItemOutput to;
  private final ConstantPool pool;
  private final FinalIds ids;
  private final @Nullable DexFile base;
  private final DexOutput out;
  private final NewItems items;
  private final FinalIds.Strings strings;

  IdSections(ItemOutput to, FinalIds.Strings strings) {
    this.to = to;
    this.pool = to.pool;
    this.ids = to.ids;
    this.base = to.base;
    this.out = to.out;
    this.items = to.items;
    this.strings = strings;
  }

  void stringIds() {
    int oldCount = pool.strings().baseCount();
    DexFile old = pool.strings().base();
    for (int index : strings.order()) {
      to.ref(
          MapItem.STRING_DATA,
          index < oldCount && old != null
              ? NewItems.checked(old, old.raw().stringOffset(index))
              : Offsets.newRef(index - oldCount));
    }
  }

  void typeIds() {
    for (int index : ids.typeOrder()) {
      out.int32(ids.string(pool.types().numbers(index)[0]));
    }
  }

  void protoIds() {
    int oldCount = pool.protos().baseCount();
    for (int index : ids.protoOrder()) {
      int[] numbers = pool.protos().numbers(index);
      boolean isOld = index < oldCount && base != null;
      int shorty =
          isOld && base != null ? base.raw().protoShorty(index) : pool.string(shorty(numbers));
      out.int32(ids.string(shorty));
      out.int32(ids.type(numbers[0]));
      List<Integer> parameters = items.parameters(index);
      int added = parameters.isEmpty() || isOld ? 0 : items.typeLists.ref(parameters);
      to.ref(
          MapItem.TYPE_LIST,
          isOld && base != null
              ? NewItems.checked(base, base.raw().parametersOffset(index))
              : added);
    }
  }

  private String shorty(int[] numbers) {
    List<String> parameters =
        Arrays.stream(numbers, 1, numbers.length).mapToObj(pool::typeName).toList();
    return new Proto(pool.typeName(numbers[0]), parameters).shorty();
  }

  void fieldIds() {
    for (int index : ids.fieldOrder()) {
      int[] numbers = pool.fields().numbers(index);
      out.uint16(ids.type(numbers[0]));
      out.uint16(ids.type(numbers[2]));
      out.int32(ids.string(numbers[1]));
    }
  }

  void methodIds() {
    for (int index : ids.methodOrder()) {
      int[] numbers = pool.methods().numbers(index);
      out.uint16(ids.type(numbers[0]));
      out.uint16(ids.proto(numbers[2]));
      out.int32(ids.string(numbers[1]));
    }
  }

  void callSiteIds() {
    int oldCount = base == null ? 0 : base.callSiteCount();
    int index = 0;
    for (CallSite each : pool.callSites()) {
      to.ref(
          MapItem.ENCODED_ARRAY,
          index < oldCount && base != null
              ? NewItems.checked(base, base.raw().callSiteOffset(index))
              : items.arrays.ref(ValueWriter.values(each)));
      index++;
    }
  }

  void methodHandles() {
    for (MethodHandle each : pool.methodHandles()) {
      FieldRef field = each.field();
      MethodRef method = each.method();
      out.uint16(each.kind().code());
      out.uint16(0);
      out.uint16(
          field != null
              ? ids.field(pool.field(field))
              : method != null ? ids.method(pool.method(method)) : 0);
      out.uint16(0);
    }
  }
}
