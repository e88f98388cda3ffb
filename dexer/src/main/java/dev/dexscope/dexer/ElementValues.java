package dev.dexscope.dexer;

import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.util.ArrayList;
import java.util.List;

/** Annotations and the values of their elements, as dex files hold them. */
final class ElementValues {
  private ElementValues() {}

  /** Returns an annotation of a class file, with its elements in the order of dex files. */
  static Annotation annotation(
      java.lang.classfile.Annotation from, Annotation.Visibility visibility) {
    return new Annotation(visibility, from.className().stringValue(), elements(from));
  }

  private static List<EncodedValue.Element> elements(java.lang.classfile.Annotation from) {
    List<AnnotationElement> elements = from.elements();
    int size = elements.size();
    if (size == 0) {
      return List.of();
    }
    List<EncodedValue.Element> sorted = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      AnnotationElement each = elements.get(i);
      insert(sorted, new EncodedValue.Element(each.name().stringValue(), value(each.value())));
    }
    return sorted;
  }

  /** Adds an element to those that are sorted by name. */
  static void insert(List<EncodedValue.Element> sorted, EncodedValue.Element element) {
    int at = sorted.size();
    while (at > 0 && sorted.get(at - 1).name().compareTo(element.name()) > 0) {
      at--;
    }
    sorted.add(at, element);
  }

  /** Returns a value of a class file. */
  static EncodedValue value(AnnotationValue from) {
    // By the tag: a switch of patterns takes long to link.
    return switch (from.tag()) {
      case AnnotationValue.TAG_BOOLEAN ->
          new EncodedValue.OfBoolean(((AnnotationValue.OfBoolean) from).booleanValue());
      case AnnotationValue.TAG_BYTE ->
          new EncodedValue.OfByte(((AnnotationValue.OfByte) from).byteValue());
      case AnnotationValue.TAG_SHORT ->
          new EncodedValue.OfShort(((AnnotationValue.OfShort) from).shortValue());
      case AnnotationValue.TAG_CHAR ->
          new EncodedValue.OfChar(((AnnotationValue.OfChar) from).charValue());
      case AnnotationValue.TAG_INT ->
          new EncodedValue.OfInt(((AnnotationValue.OfInt) from).intValue());
      case AnnotationValue.TAG_LONG ->
          new EncodedValue.OfLong(((AnnotationValue.OfLong) from).longValue());
      case AnnotationValue.TAG_FLOAT -> {
        float number = ((AnnotationValue.OfFloat) from).floatValue();
        yield new EncodedValue.OfFloat(Float.floatToRawIntBits(number));
      }
      case AnnotationValue.TAG_DOUBLE -> {
        double number = ((AnnotationValue.OfDouble) from).doubleValue();
        yield new EncodedValue.OfDouble(Double.doubleToRawLongBits(number));
      }
      case AnnotationValue.TAG_STRING ->
          new EncodedValue.OfString(((AnnotationValue.OfString) from).stringValue());
      case AnnotationValue.TAG_CLASS ->
          new EncodedValue.OfType(((AnnotationValue.OfClass) from).className().stringValue());
      case AnnotationValue.TAG_ENUM -> constant((AnnotationValue.OfEnum) from);
      case AnnotationValue.TAG_ANNOTATION -> {
        java.lang.classfile.Annotation nested = ((AnnotationValue.OfAnnotation) from).annotation();
        yield new EncodedValue.OfAnnotation(nested.className().stringValue(), elements(nested));
      }
      case AnnotationValue.TAG_ARRAY -> array(((AnnotationValue.OfArray) from).values());
      default ->
          throw new UnsupportedClassException("an annotation's value with the tag " + from.tag());
    };
  }

  private static EncodedValue constant(AnnotationValue.OfEnum from) {
    String type = from.className().stringValue();
    return new EncodedValue.OfEnum(new FieldRef(type, from.constantName().stringValue(), type));
  }

  private static EncodedValue array(List<AnnotationValue> from) {
    List<EncodedValue> values = new ArrayList<>(from.size());
    for (int i = 0; i < from.size(); i++) {
      values.add(value(from.get(i)));
    }
    return new EncodedValue.OfArray(values);
  }
}
