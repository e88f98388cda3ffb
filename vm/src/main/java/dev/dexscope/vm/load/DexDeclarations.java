package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.vm.runtime.Declarations;
import dev.dexscope.vm.translate.ReflectionAttributes;
import java.util.List;

/** The declarations of the classes of one class loader. */
record DexDeclarations(RunningClasses classes) implements Declarations {
  @Override
  public List<DeclaredMethod> methods(String className) {
    ClassDef classDef = classes.named(className);
    return classDef == null
        ? List.of()
        : classDef.data().methods().stream().map(DexDeclarations::declared).toList();
  }

  private static DeclaredMethod declared(EncodedMethod method) {
    var ref = method.ref();
    return new DeclaredMethod(ref.name(), ref.proto().descriptor(), method.accessFlags());
  }

  @Override
  public List<String> instanceFields(String className) {
    ClassDef classDef = classes.named(className);
    return classDef == null
        ? List.of()
        : classDef.data().instanceFields().stream().map(each -> each.ref().type()).toList();
  }

  @Override
  public List<String> permittedSubclasses(String className) {
    ClassDef classDef = classes.named(className);
    return classDef == null ? List.of() : ReflectionAttributes.permittedSubclasses(classDef);
  }
}
