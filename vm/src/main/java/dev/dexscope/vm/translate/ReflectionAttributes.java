package dev.dexscope.vm.translate;

import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.Annotations;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.MethodRef;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassElement;
import java.lang.classfile.FieldElement;
import java.lang.classfile.MethodElement;
import java.lang.classfile.attribute.AnnotationDefaultAttribute;
import java.lang.classfile.attribute.EnclosingMethodAttribute;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.MethodParameterInfo;
import java.lang.classfile.attribute.MethodParametersAttribute;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleParameterAnnotationsAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a class for reflection: dex keeps them in system annotations ("System
 * annotations" of the dex format), a class file in attributes (JVMS 4.7). Malformed ones are
 * omitted.
 */
public final class ReflectionAttributes {
  private static final int INNER_CLASS_FLAGS = 0x761f;
  private static final int PARAMETER_FLAGS = 0x9010;

  private ReflectionAttributes() {}

  /** Returns the names of the classes that may extend a sealed class; empty if it is not sealed. */
  public static List<String> permittedSubclasses(ClassDef classDef) {
    List<String> names = new ArrayList<>();
    if (value(classDef.annotations().ofClass(), "PermittedSubclasses")
        instanceof EncodedValue.OfArray(var values)) {
      for (EncodedValue each : values) {
        if (each instanceof EncodedValue.OfType(String type)) {
          names.add(JavaName.of(type));
        }
      }
    }
    return names;
  }

  static List<ClassElement> ofClass(
      ClassDef classDef, Annotations annotations, List<ClassDef> localClasses) {
    List<ClassElement> attributes = new ArrayList<>();
    List<Annotation> own = annotations.ofClass();
    visible(own).ifPresent(attributes::add);
    signature(own).ifPresent(attributes::add);
    innerClasses(classDef, own, localClasses).ifPresent(attributes::add);
    enclosingMethod(classDef, own).ifPresent(attributes::add);
    if (RecordComponents.isRecord(classDef)) {
      attributes.add(RecordAttribute.of(RecordComponents.of(classDef, own)));
    }
    if (value(own, "NestHost") instanceof EncodedValue.OfType(String host)) {
      attributes.add(NestHostAttribute.of(ClassDesc.ofDescriptor(host)));
    } else if (element(own, "NestMembers", "classes") instanceof EncodedValue.OfArray array) {
      attributes.add(NestMembersAttribute.ofSymbols(types(array)));
    }
    return attributes;
  }

  static List<FieldElement> ofMember(List<Annotation> annotations) {
    List<FieldElement> attributes = new ArrayList<>();
    visible(annotations).ifPresent(attributes::add);
    signature(annotations).ifPresent(attributes::add);
    return attributes;
  }

  static List<MethodElement> ofMethod(
      ClassDef classDef, EncodedMethod method, Annotations annotations) {
    List<MethodElement> attributes = new ArrayList<>();
    List<Annotation> own = annotations.ofMethod(method.index());
    visible(own).ifPresent(attributes::add);
    signature(own).ifPresent(attributes::add);
    if (value(own, "Throws") instanceof EncodedValue.OfArray array) {
      attributes.add(ExceptionsAttribute.ofSymbols(types(array)));
    }
    parameters(own).ifPresent(attributes::add);
    parameterAnnotations(annotations.ofParameters(method.index())).ifPresent(attributes::add);
    defaultValue(annotations.ofClass(), method.ref().name()).ifPresent(attributes::add);
    return attributes;
  }

  private static Optional<RuntimeVisibleAnnotationsAttribute> visible(List<Annotation> list) {
    List<java.lang.classfile.Annotation> visible = visibleOnes(list);
    return visible.isEmpty()
        ? Optional.empty()
        : Optional.of(RuntimeVisibleAnnotationsAttribute.of(visible));
  }

  private static List<java.lang.classfile.Annotation> visibleOnes(List<Annotation> list) {
    List<java.lang.classfile.Annotation> visible = new ArrayList<>();
    for (Annotation each : list) {
      if (each.visibility() == Annotation.Visibility.RUNTIME) {
        visible.add(annotation(each.type(), each.elements()));
      }
    }
    return visible;
  }

  private static java.lang.classfile.Annotation annotation(
      String type, List<EncodedValue.Element> elements) {
    List<AnnotationElement> translated = new ArrayList<>();
    for (EncodedValue.Element each : elements) {
      AnnotationValue value = annotationValue(each.value());
      if (value != null) {
        translated.add(AnnotationElement.of(each.name(), value));
      }
    }
    return java.lang.classfile.Annotation.of(ClassDesc.ofDescriptor(type), translated);
  }

  /** Null for what no annotation of a class file can hold. */
  private static @Nullable AnnotationValue annotationValue(EncodedValue value) {
    return switch (value) {
      case EncodedValue.OfBoolean(boolean v) -> AnnotationValue.ofBoolean(v);
      case EncodedValue.OfByte(byte v) -> AnnotationValue.ofByte(v);
      case EncodedValue.OfShort(short v) -> AnnotationValue.ofShort(v);
      case EncodedValue.OfChar(char v) -> AnnotationValue.ofChar(v);
      case EncodedValue.OfInt(int v) -> AnnotationValue.ofInt(v);
      case EncodedValue.OfLong(long v) -> AnnotationValue.ofLong(v);
      case EncodedValue.OfFloat v -> AnnotationValue.ofFloat(v.value());
      case EncodedValue.OfDouble v -> AnnotationValue.ofDouble(v.value());
      case EncodedValue.OfString(String v) -> AnnotationValue.ofString(v);
      case EncodedValue.OfType(String v) -> AnnotationValue.ofClass(ClassDesc.ofDescriptor(v));
      case EncodedValue.OfEnum(var v) ->
          AnnotationValue.ofEnum(ClassDesc.ofDescriptor(v.type()), v.name());
      case EncodedValue.OfAnnotation(String type, var elements) ->
          AnnotationValue.ofAnnotation(annotation(type, elements));
      case EncodedValue.OfArray(var values) -> {
        List<AnnotationValue> translated = new ArrayList<>();
        for (EncodedValue each : values) {
          AnnotationValue element = annotationValue(each);
          if (element != null) {
            translated.add(element);
          }
        }
        yield AnnotationValue.ofArray(translated);
      }
      case EncodedValue.OfField _,
          EncodedValue.OfMethod _,
          EncodedValue.OfMethodType _,
          EncodedValue.OfMethodHandle _,
          EncodedValue.OfNull _ ->
          null;
    };
  }

  /** The value of an element of a system annotation, or null. */
  static @Nullable EncodedValue element(List<Annotation> list, String annotation, String element) {
    String type = "Ldalvik/annotation/" + annotation + ";";
    for (Annotation each : list) {
      if (each.visibility() == Annotation.Visibility.SYSTEM && each.type().equals(type)) {
        for (EncodedValue.Element candidate : each.elements()) {
          if (candidate.name().equals(element)) {
            return candidate.value();
          }
        }
      }
    }
    return null;
  }

  private static @Nullable EncodedValue value(List<Annotation> list, String annotation) {
    return element(list, annotation, "value");
  }

  private static List<ClassDesc> types(EncodedValue.OfArray array) {
    List<ClassDesc> types = new ArrayList<>();
    for (EncodedValue each : array.values()) {
      if (each instanceof EncodedValue.OfType(String type) && type.startsWith("L")) {
        types.add(ClassDesc.ofDescriptor(type));
      }
    }
    return types;
  }

  /** A signature is stored in pieces, so that files can share them. */
  private static Optional<SignatureAttribute> signature(List<Annotation> list) {
    if (!(value(list, "Signature") instanceof EncodedValue.OfArray(var pieces))) {
      return Optional.empty();
    }
    var text = new StringBuilder();
    for (EncodedValue each : pieces) {
      if (each instanceof EncodedValue.OfString(String piece)) {
        text.append(piece);
      }
    }
    // As text, not parsed: a wrong signature fails only when it is used.
    Utf8Entry entry = ConstantPoolBuilder.of().utf8Entry(text.toString());
    return Optional.of(SignatureAttribute.of(entry));
  }

  /** The class itself if it is nested, and its members: HotSpot requires both sides. */
  private static Optional<InnerClassesAttribute> innerClasses(
      ClassDef classDef, List<Annotation> own, List<ClassDef> localClasses) {
    Set<ClassDef> named = new LinkedHashSet<>();
    named.add(classDef);
    List<InnerClassInfo> infos = new ArrayList<>();
    for (ClassDesc member : memberClasses(own)) {
      ClassDef inner = classDef.dex().findClass(member.descriptorString());
      if (inner != null) {
        named.add(inner);
      } else {
        infos.add(memberElsewhere(classDef, member));
      }
    }
    named.addAll(localClasses);
    for (ClassDef each : named) {
      List<Annotation> annotations = each.equals(classDef) ? own : each.annotations().ofClass();
      if (element(annotations, "InnerClass", "accessFlags") != null) {
        infos.add(innerClass(each, annotations));
      }
    }
    return infos.isEmpty() ? Optional.empty() : Optional.of(InnerClassesAttribute.of(infos));
  }

  /** A member in another dex file, or missing: loading it fails then. Its flags are known. */
  private static InnerClassInfo memberElsewhere(ClassDef outer, ClassDesc member) {
    String prefix = outer.type().substring(0, outer.type().length() - 1) + "$";
    String type = member.descriptorString();
    Optional<String> name =
        type.startsWith(prefix)
            ? Optional.of(type.substring(prefix.length(), type.length() - 1))
            : Optional.empty();
    return InnerClassInfo.of(member, Optional.of(ClassDesc.ofDescriptor(outer.type())), name, 0);
  }

  private static List<ClassDesc> memberClasses(List<Annotation> list) {
    return value(list, "MemberClasses") instanceof EncodedValue.OfArray array
        ? types(array)
        : List.of();
  }

  private static InnerClassInfo innerClass(ClassDef classDef, List<Annotation> annotations) {
    Optional<ClassDesc> outer = declaringClass(classDef, annotations);
    Optional<String> name =
        element(annotations, "InnerClass", "name") instanceof EncodedValue.OfString(String text)
            ? Optional.of(text)
            : Optional.empty();
    int flags =
        element(annotations, "InnerClass", "accessFlags") instanceof EncodedValue.OfInt(int value)
            ? value & INNER_CLASS_FLAGS
            : 0;
    return InnerClassInfo.of(ClassDesc.ofDescriptor(classDef.type()), outer, name, flags);
  }

  /**
   * Local classes too name their class only, where no method encloses them: it does not list them.
   */
  private static Optional<ClassDesc> declaringClass(ClassDef classDef, List<Annotation> own) {
    if (value(own, "EnclosingClass") instanceof EncodedValue.OfType(String outer)) {
      ClassDef outerDef = classDef.dex().findClass(outer);
      ClassDesc self = ClassDesc.ofDescriptor(classDef.type());
      if (outerDef != null && memberClasses(outerDef.annotations().ofClass()).contains(self)) {
        return Optional.of(ClassDesc.ofDescriptor(outer));
      }
    }
    return Optional.empty();
  }

  private static Optional<EnclosingMethodAttribute> enclosingMethod(
      ClassDef classDef, List<Annotation> own) {
    return switch (value(own, "EnclosingMethod")) {
      case EncodedValue.OfMethod(MethodRef method) ->
          Optional.of(
              EnclosingMethodAttribute.of(
                  ClassDesc.ofDescriptor(method.definingClass()),
                  Optional.of(method.name()),
                  Optional.of(MethodTypeDesc.ofDescriptor(method.proto().descriptor()))));
      case null, default ->
          value(own, "EnclosingClass") instanceof EncodedValue.OfType(String outer)
                  && declaringClass(classDef, own).isEmpty()
              ? Optional.of(
                  EnclosingMethodAttribute.of(
                      ClassDesc.ofDescriptor(outer), Optional.empty(), Optional.empty()))
              : Optional.empty();
    };
  }

  private static Optional<MethodParametersAttribute> parameters(List<Annotation> own) {
    if (!(element(own, "MethodParameters", "names") instanceof EncodedValue.OfArray(var names))
        || !(element(own, "MethodParameters", "accessFlags")
            instanceof EncodedValue.OfArray(var flags))
        || names.size() != flags.size()
        || names.size() > 255) {
      return Optional.empty();
    }
    List<MethodParameterInfo> infos = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Optional<String> name =
          names.get(i) instanceof EncodedValue.OfString(String text)
              ? Optional.of(text)
              : Optional.empty();
      int access = flags.get(i) instanceof EncodedValue.OfInt(int value) ? value : 0;
      infos.add(MethodParameterInfo.ofParameter(name, access & PARAMETER_FLAGS));
    }
    return Optional.of(MethodParametersAttribute.of(infos));
  }

  private static Optional<RuntimeVisibleParameterAnnotationsAttribute> parameterAnnotations(
      List<List<Annotation>> lists) {
    return lists.isEmpty() || lists.size() > 255
        ? Optional.empty()
        : Optional.of(
            RuntimeVisibleParameterAnnotationsAttribute.of(
                lists.stream().map(ReflectionAttributes::visibleOnes).toList()));
  }

  /** The defaults of all elements are in one annotation of the annotation's class. */
  private static Optional<AnnotationDefaultAttribute> defaultValue(
      List<Annotation> ofClass, String method) {
    if (value(ofClass, "AnnotationDefault") instanceof EncodedValue.OfAnnotation(_, var defaults)) {
      for (EncodedValue.Element each : defaults) {
        AnnotationValue value = annotationValue(each.value());
        if (each.name().equals(method) && value != null) {
          return Optional.of(AnnotationDefaultAttribute.of(value));
        }
      }
    }
    return Optional.empty();
  }
}
