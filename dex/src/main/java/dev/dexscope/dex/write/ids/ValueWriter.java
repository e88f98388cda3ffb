package dev.dexscope.dex.write.ids;

import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ValueType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes encoded_values and the items that contain them. */
public final class ValueWriter {
  private final ConstantPool pool;
  private final FinalIds ids;
  private final DexOutput out;

  public ValueWriter(ConstantPool pool, FinalIds ids, DexOutput out) {
    this.pool = pool;
    this.ids = ids;
    this.out = out;
  }

  /** Gives all that a value names its id, before ids get their order. */
  public static void intern(ConstantPool pool, EncodedValue value) {
    switch (value) {
      case EncodedValue.OfMethodType v -> pool.proto(v.value());
      case EncodedValue.OfMethodHandle v -> pool.methodHandle(v.value());
      case EncodedValue.OfString v -> pool.string(v.value());
      case EncodedValue.OfType v -> pool.type(v.value());
      case EncodedValue.OfField v -> pool.field(v.value());
      case EncodedValue.OfMethod v -> pool.method(v.value());
      case EncodedValue.OfEnum v -> pool.field(v.value());
      case EncodedValue.OfArray v -> v.values().forEach(each -> intern(pool, each));
      case EncodedValue.OfAnnotation v -> intern(pool, v.type(), v.elements());
      case EncodedValue.OfByte _,
          EncodedValue.OfShort _,
          EncodedValue.OfChar _,
          EncodedValue.OfInt _,
          EncodedValue.OfLong _,
          EncodedValue.OfFloat _,
          EncodedValue.OfDouble _,
          EncodedValue.OfNull _,
          EncodedValue.OfBoolean _ -> {}
    }
  }

  public static void intern(ConstantPool pool, Annotation annotation) {
    intern(pool, annotation.type(), annotation.elements());
  }

  private static void intern(ConstantPool pool, String type, List<EncodedValue.Element> elements) {
    pool.type(type);
    for (EncodedValue.Element each : elements) {
      pool.string(each.name());
      intern(pool, each.value());
    }
  }

  public static void intern(ConstantPool pool, CallSite site) {
    values(site).forEach(each -> intern(pool, each));
  }

  /** The values of a call_site_item. */
  public static List<EncodedValue> values(CallSite site) {
    List<EncodedValue> values = new ArrayList<>();
    values.add(new EncodedValue.OfMethodHandle(site.bootstrap()));
    values.add(new EncodedValue.OfString(site.name()));
    values.add(new EncodedValue.OfMethodType(site.type()));
    values.addAll(site.arguments());
    return values;
  }

  public void array(List<EncodedValue> values) {
    out.uleb128(values.size());
    values.forEach(this::value);
  }

  public void annotation(Annotation annotation) {
    out.uint8(annotation.visibility().code());
    annotation(annotation.type(), annotation.elements());
  }

  private void annotation(String type, List<EncodedValue.Element> elements) {
    out.uleb128(ids.type(pool.type(type)));
    out.uleb128(elements.size());
    // "sorted in increasing order by string_id index", which is the order of the names.
    elements.stream()
        .sorted(Comparator.comparing(EncodedValue.Element::name))
        .forEach(each -> {
          out.uleb128(ids.string(pool.string(each.name())));
          value(each.value());
        });
  }

  private void value(EncodedValue value) {
    switch (value) {
      case EncodedValue.OfByte v -> signed(ValueType.BYTE, v.value());
      case EncodedValue.OfShort v -> signed(ValueType.SHORT, v.value());
      case EncodedValue.OfChar v -> unsigned(ValueType.CHAR, v.value());
      case EncodedValue.OfInt v -> signed(ValueType.INT, v.value());
      case EncodedValue.OfLong v -> signed(ValueType.LONG, v.value());
      case EncodedValue.OfFloat v -> toTheLeft(ValueType.FLOAT, (long) v.bits() << 32);
      case EncodedValue.OfDouble v -> toTheLeft(ValueType.DOUBLE, v.bits());
      case EncodedValue.OfMethodType v ->
          unsigned(ValueType.METHOD_TYPE, ids.proto(pool.proto(v.value())));
      case EncodedValue.OfMethodHandle v -> unsigned(ValueType.METHOD_HANDLE, handle(v.value()));
      case EncodedValue.OfString v ->
          unsigned(ValueType.STRING, ids.string(pool.string(v.value())));
      case EncodedValue.OfType v -> unsigned(ValueType.TYPE, ids.type(pool.type(v.value())));
      case EncodedValue.OfField v -> unsigned(ValueType.FIELD, field(v.value()));
      case EncodedValue.OfMethod v -> unsigned(ValueType.METHOD, method(v.value()));
      case EncodedValue.OfEnum v -> unsigned(ValueType.ENUM, field(v.value()));
      case EncodedValue.OfArray v -> {
        out.uint8(ValueType.ARRAY);
        array(v.values());
      }
      case EncodedValue.OfAnnotation v -> {
        out.uint8(ValueType.ANNOTATION);
        annotation(v.type(), v.elements());
      }
      case EncodedValue.OfNull _ -> out.uint8(ValueType.NULL);
      case EncodedValue.OfBoolean v -> out.uint8(ValueType.BOOLEAN | (v.value() ? 1 << 5 : 0));
    }
  }

  private int handle(MethodHandle handle) {
    return ids.methodHandle(pool.methodHandle(handle));
  }

  private int field(FieldRef field) {
    return ids.field(pool.field(field));
  }

  private int method(MethodRef method) {
    return ids.method(pool.method(method));
  }

  private void signed(int type, long value) {
    int bytes = 1;
    while (value << (64 - 8 * bytes) >> (64 - 8 * bytes) != value) {
      bytes++;
    }
    write(out, type, value, bytes);
  }

  private void unsigned(int type, long value) {
    unsigned(out, type, value);
  }

  /** A number without sign, in as few bytes as it needs. */
  static void unsigned(DexOutput out, int type, long value) {
    int bytes = 1;
    while (bytes < 8 && value >>> (8 * bytes) != 0) {
      bytes++;
    }
    write(out, type, value, bytes);
  }

  private void toTheLeft(int type, long value) {
    int bytes = Math.max(1, 8 - Long.numberOfTrailingZeros(value) / 8);
    write(out, type, value >>> (64 - 8 * bytes), bytes);
  }

  static void write(DexOutput out, int type, long value, int bytes) {
    out.uint8(type | (bytes - 1) << 5);
    for (int i = 0; i < bytes; i++) {
      out.uint8((int) (value >>> (8 * i)));
    }
  }
}
