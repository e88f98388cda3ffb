package dev.dexscope.dex.smali;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.Annotations;
import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes classes in the syntax of the smali assembler, which makes the same class of it again.
 *
 * <pre>{@code
 * new SmaliWriter(System.out, true).write(dex.findClass("Lp/C;"));
 * }</pre>
 */
public final class SmaliWriter {
  private final Appendable out;
  private final boolean withCode;

  /** Writes to a destination; without code only declarations and annotations. */
  public SmaliWriter(Appendable out, boolean withCode) {
    this.out = out;
    this.withCode = withCode;
  }

  /**
   * Writes a class.
   *
   * @throws IOException if it cannot be written
   */
  public void write(ClassDef each) throws IOException {
    out.append(".class ").append(AccessFlags.ofClass(each.accessFlags())).append(each.type());
    out.append('\n');
    String superclass = each.superclass();
    if (superclass != null) {
      out.append(".super ").append(superclass).append('\n');
    }
    String source = each.sourceFile();
    if (source != null) {
      out.append(".source ").append(SmaliText.string(source)).append('\n');
    }
    for (String type : each.interfaces()) {
      out.append(".implements ").append(type).append('\n');
    }
    Annotations annotations = each.annotations();
    for (Annotation annotation : annotations.ofClass()) {
      out.append('\n');
      write(annotation, 0);
    }
    ClassData data = each.data();
    List<EncodedValue> values = each.staticValues();
    for (int i = 0; i < data.staticFields().size(); i++) {
      String value = i < values.size() ? " = " + SmaliText.value(values.get(i), 0) : "";
      write(data.staticFields().get(i), value, annotations);
    }
    for (EncodedField field : data.instanceFields()) {
      write(field, "", annotations);
    }
    for (EncodedMethod method : data.methods()) {
      write(method, annotations);
    }
  }

  private void write(Annotation annotation, int indent) throws IOException {
    String margin = " ".repeat(indent);
    out.append(margin).append(".annotation ").append(annotation.visibility().mnemonic());
    out.append(' ').append(annotation.type()).append('\n');
    out.append(SmaliText.elements(annotation.elements(), indent + 4));
    out.append(margin).append(".end annotation\n");
  }

  private void write(EncodedField field, String value, Annotations annotations) throws IOException {
    FieldRef ref = field.ref();
    out.append("\n.field ").append(AccessFlags.ofField(field.accessFlags()));
    out.append(ref.name()).append(':').append(ref.type()).append(value).append('\n');
    List<Annotation> own = annotations.ofField(field.index());
    if (!own.isEmpty()) {
      for (Annotation each : own) {
        write(each, 4);
      }
      out.append(".end field\n");
    }
  }

  private void write(EncodedMethod method, Annotations annotations) throws IOException {
    MethodRef ref = method.ref();
    out.append("\n.method ").append(AccessFlags.ofMethod(method.accessFlags()));
    out.append(ref.name()).append(ref.proto().descriptor()).append('\n');
    CodeItem code = withCode ? method.code() : null;
    SmaliCode body = code == null ? null : new SmaliCode(code, method, (_, text) -> line(text));
    if (body != null) {
      body.writeRegisters();
    }
    writeParameters(method, ref, annotations, body);
    for (Annotation each : annotations.ofMethod(method.index())) {
      write(each, 4);
    }
    if (body != null) {
      body.write();
    }
    out.append(".end method\n");
  }

  private void line(String text) throws IOException {
    out.append("    ").append(text).append('\n');
  }

  private void writeParameters(
      EncodedMethod method, MethodRef ref, Annotations annotations, @Nullable SmaliCode body)
      throws IOException {
    List<List<Annotation>> own = annotations.ofParameters(method.index());
    boolean isStatic = (method.accessFlags() & AccessFlags.STATIC) != 0;
    int register = isStatic ? 0 : 1;
    for (int i = 0; i < ref.proto().parameters().size(); i++) {
      String type = ref.proto().parameters().get(i);
      String name = body == null ? "" : body.parameterName(i);
      List<Annotation> each = i < own.size() ? own.get(i) : List.of();
      if (!name.isEmpty() || !each.isEmpty()) {
        out.append("    .param p").append(String.valueOf(register)).append(name);
        out.append("    # ").append(type).append('\n');
        for (Annotation annotation : each) {
          write(annotation, 8);
        }
        if (!each.isEmpty()) {
          out.append("    .end param\n");
        }
      }
      register += type.equals("J") || type.equals("D") ? 2 : 1;
    }
  }
}
