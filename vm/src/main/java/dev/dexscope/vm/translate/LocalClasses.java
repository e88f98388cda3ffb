package dev.dexscope.vm.translate;

import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The local and anonymous classes in the code of a class. In dex only they name their enclosing
 * class; in the JVM, reflection requires that both name each other (JVMS 4.7.6).
 */
final class LocalClasses {
  private final Map<DexFile, Map<String, List<ClassDef>>> byOuter = new ConcurrentHashMap<>();

  List<ClassDef> of(ClassDef outer) {
    return byOuter
        .computeIfAbsent(outer.dex(), LocalClasses::find)
        .getOrDefault(outer.type(), List.of());
  }

  private static Map<String, List<ClassDef>> find(DexFile dex) {
    Map<String, List<ClassDef>> found = new HashMap<>();
    for (ClassDef each : dex.classes()) {
      if (each.annotationsOffset() != 0) {
        String outer = enclosingClass(each);
        if (outer != null) {
          found.computeIfAbsent(outer, _ -> new ArrayList<>()).add(each);
        }
      }
    }
    return found;
  }

  private static @Nullable String enclosingClass(ClassDef inner) {
    for (Annotation each : inner.annotations().ofClass()) {
      EncodedValue value = each.elements().isEmpty() ? null : each.elements().getFirst().value();
      if (each.type().equals("Ldalvik/annotation/EnclosingMethod;")
          && value instanceof EncodedValue.OfMethod(var method)) {
        return method.definingClass();
      }
      if (each.type().equals("Ldalvik/annotation/EnclosingClass;")
          && value instanceof EncodedValue.OfType(String outer)) {
        return outer;
      }
    }
    return null;
  }
}
