package dev.dexscope.dexer;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.FieldBuilder;
import dev.dexscope.dex.write.MethodBuilder;
import java.lang.classfile.Attribute;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.AnnotationDefaultAttribute;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.attribute.EnclosingMethodAttribute;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.MethodParameterInfo;
import java.lang.classfile.attribute.MethodParametersAttribute;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeInvisibleParameterAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleParameterAnnotationsAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.attribute.SourceDebugExtensionAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.attribute.SyntheticAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantValueEntry;
import java.lang.classfile.constantpool.DoubleEntry;
import java.lang.classfile.constantpool.FloatEntry;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.LongEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fills in what is not code: annotations, and the attributes that Android has as system
 * annotations, as D8 writes them for a release. It drops type annotations, those that are invisible
 * at run time, and nests.
 */
final class Metadata {
  /** The API level whose runtime knows permitted subclasses. */
  private static final int SEALED = 34;

  private Metadata() {}

  /** Returns access flags with {@code SYNTHETIC} where old class files have an attribute for it. */
  static int flags(AttributedElement from, int flags) {
    List<Attribute<?>> attributes = from.attributes();
    for (int i = 0; i < attributes.size(); i++) {
      if (attributes.get(i) instanceof SyntheticAttribute) {
        return flags | AccessFlags.SYNTHETIC;
      }
    }
    return flags;
  }

  /**
   * Gives a class its annotations and the name of its source file.
   *
   * @param api the lowest API level that the code is for
   */
  static void ofClass(ClassModel from, ClassBuilder to, int api) {
    List<Annotation> annotations = new ArrayList<>();
    List<Attribute<?>> attributes = from.attributes();
    InnerClassesAttribute innerClasses = null;
    EnclosingMethodAttribute enclosing = null;
    for (int i = 0; i < attributes.size(); i++) {
      Attribute<?> each = attributes.get(i);
      if (each instanceof SourceFileAttribute file) {
        to.sourceFile(file.sourceFile().stringValue());
      } else if (each instanceof SignatureAttribute signature) {
        String text = signature.signature().stringValue();
        addSignature(annotations, Signatures.ofClass(text, from.interfaces()), api);
      } else if (each instanceof InnerClassesAttribute found) {
        innerClasses = found;
      } else if (each instanceof EnclosingMethodAttribute found) {
        enclosing = found;
      } else if (each instanceof PermittedSubclassesAttribute permitted) {
        if (api >= SEALED) {
          addTypes(annotations, "PermittedSubclasses", permitted.permittedSubclasses());
        }
      } else if (each instanceof SourceDebugExtensionAttribute extension) {
        var text = new EncodedValue.OfString(modifiedUtf8(extension.contents()));
        annotations.add(system("SourceDebugExtension", text));
      } else {
        addAnnotations(annotations, each);
      }
    }
    if (enclosing != null) {
      annotations.add(enclosing(enclosing));
    }
    if (innerClasses != null) {
      addInnerClasses(annotations, from, innerClasses.classes(), enclosing != null);
    }
    if ((from.flags().flagsMask() & AccessFlags.ANNOTATION) != 0) {
      addDefaults(annotations, from, to.type());
    }
    if (!annotations.isEmpty()) {
      to.annotations(checked(annotations));
    }
  }

  /**
   * Gives a field its annotations and, if it is static, its constant value.
   *
   * @param api the lowest API level that the code is for
   */
  static void ofField(FieldModel from, FieldBuilder to, int api) {
    List<Attribute<?>> attributes = from.attributes();
    if (attributes.isEmpty()) {
      return;
    }
    List<Annotation> annotations = new ArrayList<>();
    for (int i = 0; i < attributes.size(); i++) {
      Attribute<?> each = attributes.get(i);
      if (each instanceof ConstantValueAttribute constant) {
        if ((from.flags().flagsMask() & AccessFlags.STATIC) != 0) {
          to.value(constant(constant.constant(), from.fieldType().stringValue()));
        }
      } else if (each instanceof SignatureAttribute signature) {
        addSignature(annotations, Signatures.ofField(signature.signature().stringValue()), api);
      } else {
        addAnnotations(annotations, each);
      }
    }
    if (!annotations.isEmpty()) {
      to.annotations(checked(annotations));
    }
  }

  /**
   * Gives a method its annotations and those of its parameters.
   *
   * @param api the lowest API level that the code is for
   */
  static void ofMethod(MethodModel from, MethodBuilder to, int api) {
    List<Annotation> annotations = new ArrayList<>();
    List<Attribute<?>> attributes = from.attributes();
    List<List<java.lang.classfile.Annotation>> visible = List.of();
    List<List<java.lang.classfile.Annotation>> invisible = List.of();
    for (int i = 0; i < attributes.size(); i++) {
      Attribute<?> each = attributes.get(i);
      // The first, as most methods have it and nothing else.
      if (each instanceof CodeAttribute) {
        continue;
      }
      if (each instanceof ExceptionsAttribute exceptions) {
        addTypes(annotations, "Throws", exceptions.exceptions());
      } else if (each instanceof SignatureAttribute signature) {
        addSignature(annotations, Signatures.ofMethod(signature.signature().stringValue()), api);
      } else if (each instanceof MethodParametersAttribute parameters) {
        addParameters(annotations, parameters.parameters());
      } else if (each instanceof RuntimeVisibleParameterAnnotationsAttribute found) {
        visible = found.parameterAnnotations();
      } else if (each instanceof RuntimeInvisibleParameterAnnotationsAttribute found) {
        invisible = found.parameterAnnotations();
      } else {
        addAnnotations(annotations, each);
      }
    }
    if (!annotations.isEmpty()) {
      to.annotations(checked(annotations));
    }
    if (!visible.isEmpty() || !invisible.isEmpty()) {
      ofParameters(visible, invisible, to);
    }
  }

  /**
   * Gives the parameters their annotations. Compilers leave the parameters that they add to
   * constructors out of these lists; the lists stay as they are, as runtimes expect them.
   */
  private static void ofParameters(
      List<List<java.lang.classfile.Annotation>> visible,
      List<List<java.lang.classfile.Annotation>> invisible,
      MethodBuilder to) {
    List<List<Annotation>> all = new ArrayList<>();
    boolean isEmpty = true;
    for (int i = 0; i < visible.size() || i < invisible.size(); i++) {
      List<Annotation> annotations = new ArrayList<>();
      if (i < visible.size()) {
        addVisible(annotations, visible.get(i));
      }
      if (i < invisible.size()) {
        addInvisible(annotations, invisible.get(i));
      }
      isEmpty &= annotations.isEmpty();
      all.add(checked(annotations));
    }
    if (!isEmpty) {
      to.parameterAnnotations(all);
    }
  }

  /** Adds the annotations of an attribute that is for them; ignores others. */
  private static void addAnnotations(List<Annotation> to, Attribute<?> from) {
    if (from instanceof RuntimeVisibleAnnotationsAttribute visible) {
      addVisible(to, visible.annotations());
    } else if (from instanceof RuntimeInvisibleAnnotationsAttribute invisible) {
      addInvisible(to, invisible.annotations());
    }
  }

  private static void addVisible(
      List<Annotation> to, List<java.lang.classfile.Annotation> annotations) {
    for (int i = 0; i < annotations.size(); i++) {
      to.add(ElementValues.annotation(annotations.get(i), Annotation.Visibility.RUNTIME));
    }
  }

  /** Adds the few invisible annotations that the runtime reads. */
  private static void addInvisible(
      List<Annotation> to, List<java.lang.classfile.Annotation> annotations) {
    for (int i = 0; i < annotations.size(); i++) {
      java.lang.classfile.Annotation each = annotations.get(i);
      if (each.className().stringValue().startsWith("Ldalvik/annotation/optimization/")) {
        to.add(ElementValues.annotation(each, Annotation.Visibility.BUILD));
      }
    }
  }

  private static Annotation enclosing(EnclosingMethodAttribute from) {
    String type = descriptor(from.enclosingClass());
    NameAndTypeEntry method = from.enclosingMethod().orElse(null);
    // Reflection finds no static initializer.
    if (method == null || method.name().equalsString("<clinit>")) {
      return system("EnclosingClass", new EncodedValue.OfType(type));
    }
    var ref =
        new MethodRef(type, method.name().stringValue(), Proto.parse(method.type().stringValue()));
    return system("EnclosingMethod", new EncodedValue.OfMethod(ref));
  }

  /**
   * Adds what the list of inner classes says about this class: what it is in another, and which
   * ones are its members.
   */
  private static void addInnerClasses(
      List<Annotation> to, ClassModel from, List<InnerClassInfo> classes, boolean isEnclosed) {
    String self = from.thisClass().asInternalName();
    List<EncodedValue> members = new ArrayList<>();
    for (int i = 0; i < classes.size(); i++) {
      InnerClassInfo each = classes.get(i);
      Utf8Entry name = each.innerName().orElse(null);
      ClassEntry outer = each.outerClass().orElse(null);
      if (each.innerClass().name().equalsString(self)) {
        addInnerClass(to, each.flagsMask(), name, outer, isEnclosed);
      } else if (outer != null && name != null && outer.name().equalsString(self)) {
        members.add(new EncodedValue.OfType(descriptor(each.innerClass())));
      }
    }
    if (!members.isEmpty()) {
      to.add(system("MemberClasses", new EncodedValue.OfArray(members)));
    }
  }

  private static void addInnerClass(
      List<Annotation> to,
      int flags,
      @Nullable Utf8Entry name,
      @Nullable ClassEntry outer,
      boolean isEnclosed) {
    boolean isMember = name != null && outer != null;
    if (isMember && isEnclosed) {
      throw new UnsupportedClassException("a member class that is local at the same time");
    }
    if (!isMember && !isEnclosed) {
      // Reflection would fail on a local class that is in nothing.
      return;
    }
    EncodedValue simpleName =
        name == null ? new EncodedValue.OfNull() : new EncodedValue.OfString(name.stringValue());
    to.add(
        new Annotation(
            Annotation.Visibility.SYSTEM,
            "Ldalvik/annotation/InnerClass;",
            List.of(
                new EncodedValue.Element("accessFlags", new EncodedValue.OfInt(flags)),
                new EncodedValue.Element("name", simpleName))));
    if (name != null && outer != null) {
      to.add(system("EnclosingClass", new EncodedValue.OfType(descriptor(outer))));
    }
  }

  /** Adds the default values of an annotation's elements, which class files have at its methods. */
  private static void addDefaults(List<Annotation> to, ClassModel from, String type) {
    List<EncodedValue.Element> elements = new ArrayList<>();
    List<MethodModel> methods = from.methods();
    for (int i = 0; i < methods.size(); i++) {
      MethodModel method = methods.get(i);
      List<Attribute<?>> attributes = method.attributes();
      for (int j = 0; j < attributes.size(); j++) {
        if (attributes.get(j) instanceof AnnotationDefaultAttribute value) {
          ElementValues.insert(
              elements,
              new EncodedValue.Element(
                  method.methodName().stringValue(), ElementValues.value(value.defaultValue())));
        }
      }
    }
    if (!elements.isEmpty()) {
      to.add(system("AnnotationDefault", new EncodedValue.OfAnnotation(type, elements)));
    }
  }

  private static void addParameters(List<Annotation> to, List<MethodParameterInfo> parameters) {
    if (parameters.isEmpty()) {
      return;
    }
    List<EncodedValue> names = new ArrayList<>(parameters.size());
    List<EncodedValue> flags = new ArrayList<>(parameters.size());
    for (int i = 0; i < parameters.size(); i++) {
      MethodParameterInfo each = parameters.get(i);
      Utf8Entry name = each.name().orElse(null);
      names.add(
          name == null ? new EncodedValue.OfNull() : new EncodedValue.OfString(name.stringValue()));
      flags.add(new EncodedValue.OfInt(each.flagsMask()));
    }
    to.add(
        new Annotation(
            Annotation.Visibility.SYSTEM,
            "Ldalvik/annotation/MethodParameters;",
            List.of(
                new EncodedValue.Element("accessFlags", new EncodedValue.OfArray(flags)),
                new EncodedValue.Element("names", new EncodedValue.OfArray(names)))));
  }

  private static void addTypes(List<Annotation> to, String name, List<ClassEntry> types) {
    if (types.isEmpty()) {
      return;
    }
    List<EncodedValue> values = new ArrayList<>(types.size());
    for (int i = 0; i < types.size(); i++) {
      values.add(new EncodedValue.OfType(descriptor(types.get(i))));
    }
    to.add(system(name, new EncodedValue.OfArray(values)));
  }

  private static void addSignature(List<Annotation> to, @Nullable String text, int api) {
    if (text != null) {
      String known = Names.signature(text, api);
      to.add(system("Signature", new EncodedValue.OfArray(Signatures.parts(known))));
    }
  }

  /** Returns the value of a static field; null if it is the one that the field has anyway. */
  private static @Nullable EncodedValue constant(ConstantValueEntry from, String type) {
    if (from instanceof IntegerEntry number) {
      return constant(number.intValue(), type);
    }
    if (from instanceof StringEntry text && type.equals("Ljava/lang/String;")) {
      return new EncodedValue.OfString(text.stringValue());
    }
    if (from instanceof LongEntry number && type.equals("J")) {
      long value = number.longValue();
      return value == 0 ? null : new EncodedValue.OfLong(value);
    }
    if (from instanceof FloatEntry number && type.equals("F")) {
      int bits = Float.floatToRawIntBits(number.floatValue());
      return bits == 0 ? null : new EncodedValue.OfFloat(bits);
    }
    if (from instanceof DoubleEntry number && type.equals("D")) {
      long bits = Double.doubleToRawLongBits(number.doubleValue());
      return bits == 0 ? null : new EncodedValue.OfDouble(bits);
    }
    throw new UnsupportedClassException("a constant of another type than its field's, " + type);
  }

  private static @Nullable EncodedValue constant(int value, String type) {
    EncodedValue encoded =
        switch (type) {
          case "I" -> new EncodedValue.OfInt(value);
          case "Z" -> new EncodedValue.OfBoolean(value == 1);
          case "B" -> new EncodedValue.OfByte((byte) value);
          case "S" -> new EncodedValue.OfShort((short) value);
          case "C" -> new EncodedValue.OfChar((char) value);
          default ->
              throw new UnsupportedClassException("an int constant of a field of type " + type);
        };
    return value == 0 ? null : encoded;
  }

  private static Annotation system(String name, EncodedValue value) {
    return new Annotation(
        Annotation.Visibility.SYSTEM,
        "Ldalvik/annotation/" + name + ";",
        List.of(new EncodedValue.Element("value", value)));
  }

  /** Returns annotations that have a type each; dex files cannot hold two of a type. */
  private static List<Annotation> checked(List<Annotation> annotations) {
    for (int i = 1; i < annotations.size(); i++) {
      String type = annotations.get(i).type();
      for (int j = 0; j < i; j++) {
        if (annotations.get(j).type().equals(type)) {
          throw new UnsupportedClassException("two annotations of the type " + type);
        }
      }
    }
    return annotations;
  }

  private static String descriptor(ClassEntry type) {
    String name = type.asInternalName();
    return name.startsWith("[") ? name : "L" + name + ";";
  }

  /** Decodes the text of a debug extension, which class files hold as they do their strings. */
  private static String modifiedUtf8(byte[] bytes) {
    var text = new StringBuilder(bytes.length);
    int at = 0;
    while (at < bytes.length) {
      int first = bytes[at] & 0xff;
      int size = first < 0x80 ? 1 : first < 0xe0 ? 2 : 3;
      if (at + size > bytes.length) {
        throw new UnsupportedClassException("a debug extension that is cut off");
      }
      int unit = size == 1 ? first : first & (size == 2 ? 0x1f : 0x0f);
      for (int i = 1; i < size; i++) {
        unit = unit << 6 | (bytes[at + i] & 0x3f);
      }
      text.append((char) unit);
      at += size;
    }
    return text.toString();
  }
}
