package dev.dexscope.vm.translate;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.Instruction;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The components of a record in their order. An annotation contains it, which compilers omit;
 * otherwise the components of its toString() do, in a call site of {@code
 * java.lang.runtime.ObjectMethods} or in D8's replacement. A record without either has its fields,
 * in the order of their names.
 */
final class RecordComponents {
  private RecordComponents() {}

  /** Returns whether a class is a record to the JVM (JVMS 4.7.30). */
  static boolean isRecord(ClassDef classDef) {
    return "Ljava/lang/Record;".equals(classDef.superclass())
        && Modifiers.has(classDef.accessFlags(), AccessFlags.FINAL);
  }

  static List<RecordComponentInfo> of(ClassDef classDef, List<Annotation> annotations) {
    Map<String, EncodedField> fields =
        classDef.data().instanceFields().stream()
            .collect(
                Collectors.toMap(
                    each -> each.ref().name(), Function.identity(), (first, _) -> first));
    List<RecordComponentInfo> components = new ArrayList<>();
    for (String each : names(classDef, annotations)) {
      EncodedField field = fields.get(each);
      if (field != null) {
        components.add(RecordComponentInfo.of(each, ClassDesc.ofDescriptor(field.ref().type())));
      }
    }
    return components;
  }

  private static List<String> names(ClassDef classDef, List<Annotation> annotations) {
    if (ReflectionAttributes.element(annotations, "Record", "componentNames")
        instanceof EncodedValue.OfArray(var values)) {
      List<String> names = new ArrayList<>();
      for (EncodedValue each : values) {
        if (each instanceof EncodedValue.OfString(String name)) {
          names.add(name);
        }
      }
      return names;
    }
    Set<String> fields =
        classDef.data().instanceFields().stream()
            .map(each -> each.ref().name())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    for (EncodedMethod each : classDef.data().virtualMethods()) {
      CodeItem code = each.code();
      List<String> names = code == null ? null : names(classDef.dex(), code, fields);
      if (names != null) {
        return names;
      }
    }
    return List.copyOf(fields);
  }

  /** The names of all fields with semicolons between, as a string in the code of toString(). */
  private static @Nullable List<String> names(DexFile dex, CodeItem code, Set<String> fields) {
    Instruction at = code.instructions();
    while (at.next()) {
      String text = at.isPayload() ? null : text(dex, at);
      List<String> names = text == null ? List.of() : List.of(text.split(";"));
      if (names.size() == fields.size() && fields.containsAll(names)) {
        return names;
      }
    }
    return null;
  }

  private static @Nullable String text(DexFile dex, Instruction at) {
    return switch (at.opcode()) {
      case CONST_STRING, CONST_STRING_JUMBO -> dex.string(at.index());
      case INVOKE_CUSTOM, INVOKE_CUSTOM_RANGE -> {
        List<EncodedValue> arguments = dex.callSite(at.index()).arguments();
        yield arguments.size() > 1 && arguments.get(1) instanceof EncodedValue.OfString(String text)
            ? text
            : null;
      }
      default -> null;
    };
  }
}
