package dev.dexscope.dex.verify.link;

import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedMethod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classes of dex files; of several definitions of one class the first counts. */
public final class DexSource implements ClassSource {
  private final List<DexFile> files;

  /** A class_def_item as a definition. */
  public record DexClass(DexFile dex, int index) implements ClassDefinition {
    @Override
    public String descriptor() {
      return dex.classDef(index).type();
    }

    @Override
    public int flags() {
      return dex.classDef(index).accessFlags() & 0xffff;
    }

    @Override
    public @Nullable String superclass() {
      return dex.classDef(index).superclass();
    }

    @Override
    public List<String> interfaces() {
      List<String> interfaces = dex.classDef(index).interfaces();
      dex.raw().spendText(interfaces.size());
      return interfaces;
    }

    @Override
    public List<Member> fields() {
      ClassData data = dex.classDef(index).data();
      List<Member> members = new ArrayList<>();
      for (List<EncodedField> list : List.of(data.instanceFields(), data.staticFields())) {
        for (EncodedField field : list) {
          String type = dex.type(dex.fieldType(field.index()));
          members.add(new Member(dex.fieldName(field.index()), type, field.accessFlags()));
        }
      }
      return members;
    }

    @Override
    public List<Member> methods() {
      ClassData data = dex.classDef(index).data();
      List<Member> members = new ArrayList<>();
      for (EncodedMethod method : data.methods()) {
        String proto = dex.protoDescriptor(dex.methodProto(method.index()));
        members.add(new Member(dex.methodName(method.index()), proto, method.accessFlags()));
      }
      return members;
    }
  }

  public DexSource(List<DexFile> files) {
    this.files = List.copyOf(files);
  }

  @Override
  public @Nullable DexClass find(String descriptor) {
    for (DexFile dex : files) {
      int index = dex.findClassIndex(descriptor);
      if (index >= 0) {
        return new DexClass(dex, index);
      }
    }
    return null;
  }
}
