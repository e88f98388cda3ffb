package dev.dexscope.dex.write.ids;

import dev.dexscope.dex.DexFormatException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The order of all ids in the finished file: each section is sorted, and its items by their
 * references to the sections before it.
 */
public final class FinalIds implements IndexTranslator {
  /** The final places of the strings, for all files that share them. */
  public record Strings(int[] order, int[] place) {
    public static Strings of(StringTable table) {
      int[] order =
          merge(table.baseCount(), table.count(), table::string, Comparator.<String>naturalOrder());
      return new Strings(order, inverse(order));
    }
  }

  private final String name;
  private final int[] strings;
  private final int[] types;
  private final int[] protos;
  private final int[] fields;
  private final int[] methods;
  private final int[] typeOrder;
  private final int[] protoOrder;
  private final int[] fieldOrder;
  private final int[] methodOrder;

  public FinalIds(String name, ConstantPool pool, Strings stringPlaces) {
    this.name = name;
    strings = stringPlaces.place();
    typeOrder = sorted(pool.types(), numbers -> new int[] {strings[numbers[0]]});
    types = inverse(typeOrder);
    protoOrder =
        sorted(pool.protos(), numbers -> IntStream.of(numbers).map(each -> types[each]).toArray());
    protos = inverse(protoOrder);
    fieldOrder =
        sorted(
            pool.fields(),
            numbers -> new int[] {types[numbers[0]], strings[numbers[1]], types[numbers[2]]});
    fields = inverse(fieldOrder);
    methodOrder =
        sorted(
            pool.methods(),
            numbers -> new int[] {types[numbers[0]], strings[numbers[1]], protos[numbers[2]]});
    methods = inverse(methodOrder);
  }

  /** Converts an id's numbers. */
  private interface Numbers {
    int[] in(int[] numbers);
  }

  private static int[] sorted(IdTable table, Numbers places) {
    return merge(
        table.baseCount(),
        table.count(),
        index -> places.in(table.numbers(index)),
        Arrays::compareUnsigned);
  }

  /** Existing items are in order and remain so; new items are sorted, then merged. */
  private static <T> int[] merge(
      int baseCount, int count, IntFunction<T> item, Comparator<T> order) {
    Integer[] added =
        IntStream.range(baseCount, count)
            .boxed()
            .sorted((a, b) -> order.compare(item.apply(a), item.apply(b)))
            .toArray(Integer[]::new);
    int[] merged = new int[count];
    int from = 0;
    int at = 0;
    for (Integer each : added) {
      T value = item.apply(each);
      int place = Sorted.place(from, baseCount, i -> order.compare(item.apply(i), value));
      while (from < place) {
        merged[at++] = from++;
      }
      merged[at++] = each;
    }
    while (from < baseCount) {
      merged[at++] = from++;
    }
    return merged;
  }

  private static int[] inverse(int[] order) {
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    return place;
  }

  /** Returns whether the first so many ids of each section stay where they are. */
  public boolean keepsCode(ConstantPool pool) {
    return keeps(strings, pool.strings().baseCount())
        && keepsTypes(pool)
        && keeps(protos, pool.protos().baseCount())
        && keeps(fields, pool.fields().baseCount())
        && keeps(methods, pool.methods().baseCount());
  }

  public boolean keepsTypes(ConstantPool pool) {
    return keeps(types, pool.types().baseCount());
  }

  private static boolean keeps(int[] place, int count) {
    // Places only ever move up: if the last one has not moved, no other has.
    return count == 0 || place[count - 1] == count - 1;
  }

  /** Returns whether a string of 16 bits may need more now. */
  public boolean needsJumbo(ConstantPool pool) {
    int last = Math.min(pool.strings().baseCount(), ConstantPool.LIMIT) - 1;
    return last >= 0 && strings[last] >= ConstantPool.LIMIT;
  }

  public int[] typeOrder() {
    return typeOrder;
  }

  public int[] protoOrder() {
    return protoOrder;
  }

  public int[] fieldOrder() {
    return fieldOrder;
  }

  public int[] methodOrder() {
    return methodOrder;
  }

  @Override
  public int string(int index) {
    return place(strings, index, "string_ids");
  }

  @Override
  public int type(int index) {
    return place(types, index, "type_ids");
  }

  @Override
  public int proto(int index) {
    return place(protos, index, "proto_ids");
  }

  @Override
  public int field(int index) {
    return place(fields, index, "field_ids");
  }

  @Override
  public int method(int index) {
    return place(methods, index, "method_ids");
  }

  /** Copied code may refer to ids that do not exist. */
  private int place(int[] places, int index, String section) {
    if (Integer.compareUnsigned(index, places.length) >= 0) {
      throw new DexFormatException(name, section, 0, "no item " + Integer.toUnsignedLong(index));
    }
    return places[index];
  }

  @Override
  public int callSite(int index) {
    return index;
  }

  @Override
  public int methodHandle(int index) {
    return index;
  }
}
