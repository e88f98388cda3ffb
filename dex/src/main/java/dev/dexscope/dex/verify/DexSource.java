package dev.dexscope.dex.verify;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classes of dex files; of several definitions of one class the first counts. */
final class DexSource implements ClassSource {
  private final List<DexView> files;

  /** A class_def_item as a definition. */
  record DexClass(DexView dex, int index) implements ClassDefinition {
    @Override
    public String descriptor() {
      return dex.classDescriptor(index);
    }

    @Override
    public int flags() {
      return dex.classFlags(index) & 0xffff;
    }

    @Override
    public @Nullable String superclass() {
      return dex.superclass(index);
    }

    @Override
    public List<String> interfaces() {
      return dex.interfaces(index);
    }

    @Override
    public List<Member> fields() {
      DexView.ClassData data = dex.classData(index);
      List<Member> members = new ArrayList<>();
      for (List<DexView.Field> list : List.of(data.instanceFields(), data.staticFields())) {
        for (DexView.Field field : list) {
          String type = dex.type(dex.fieldType(field.index()));
          members.add(new Member(dex.fieldName(field.index()), type, field.flags()));
        }
      }
      return members;
    }

    @Override
    public List<Member> methods() {
      DexView.ClassData data = dex.classData(index);
      List<Member> members = new ArrayList<>();
      for (List<DexView.Method> list : List.of(data.direct(), data.virtual())) {
        for (DexView.Method method : list) {
          String proto = dex.proto(dex.methodProto(method.index()));
          members.add(new Member(dex.methodName(method.index()), proto, method.flags()));
        }
      }
      return members;
    }
  }

  DexSource(List<DexView> files) {
    this.files = List.copyOf(files);
  }

  @Override
  public @Nullable DexClass find(String descriptor) {
    for (DexView dex : files) {
      int index = dex.findClass(descriptor);
      if (index >= 0) {
        return new DexClass(dex, index);
      }
    }
    return null;
  }
}
