package dev.dexscope.suites;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.Annotations;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.JavaName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a class declares to those that use it, look at it or debug it: all but its code. */
final class DexMembers {
  private final Set<String> lines = new TreeSet<>();

  private DexMembers() {}

  /** Returns a line for each thing that a class declares, without synthetic members. */
  static Set<String> of(ClassDef type) {
    var members = new DexMembers();
    members.add(type);
    return members.lines;
  }

  /** Returns what differs in two classes of the same name. */
  static List<Fault> differences(ClassDef before, ClassDef now) {
    Set<String> old = of(before);
    Set<String> made = of(now);
    String name = JavaName.of(now.type());
    List<Fault> all = new ArrayList<>();
    for (String each : old) {
      if (!made.contains(each)) {
        all.add(fault(name, "LACKS", each));
      }
    }
    for (String each : made) {
      if (!old.contains(each)) {
        all.add(fault(name, "HAS MORE", each));
      }
    }
    return all;
  }

  private static Fault fault(String name, String problem, String line) {
    int tab = line.indexOf('\t');
    return new Fault(name, problem + " " + line.substring(0, tab), name, line.substring(tab + 1));
  }

  private void add(ClassDef type) {
    lines.add("class\t" + AccessFlags.ofClass(type.accessFlags()) + "of " + type.superclass());
    lines.add("interfaces\t" + type.interfaces());
    lines.add("source file\t" + type.sourceFile());
    Annotations annotations = type.annotations();
    annotations("class", annotations.ofClass());
    List<EncodedValue> values = type.staticValues();
    List<EncodedField> statics = type.data().staticFields();
    for (int i = 0; i < statics.size(); i++) {
      EncodedValue value = i < values.size() ? values.get(i) : null;
      if (!isDefault(value) && !isSynthetic(statics.get(i).accessFlags())) {
        lines.add("value\t" + statics.get(i).ref() + " = " + value);
      }
    }
    for (EncodedField each : type.data().fields()) {
      if (!isSynthetic(each.accessFlags())) {
        lines.add("field\t" + AccessFlags.ofField(each.accessFlags()) + each.ref());
        annotations("field " + each.ref().name(), annotations.ofField(each.index()));
      }
    }
    for (EncodedMethod each : type.data().methods()) {
      if (!isSynthetic(each.accessFlags())) {
        String code = each.hasCode() ? "" : " without code";
        lines.add("method\t" + AccessFlags.ofMethod(each.accessFlags()) + each.ref() + code);
        String name = "method " + each.ref().name() + each.ref().proto();
        annotations(name, annotations.ofMethod(each.index()));
        debugInfo(name, each);
        List<List<Annotation>> parameters = annotations.ofParameters(each.index());
        for (int i = 0; i < parameters.size(); i++) {
          annotations("parameter " + i + " of " + name, parameters.get(i));
        }
      }
    }
  }

  private void debugInfo(String name, EncodedMethod method) {
    CodeItem code = method.code();
    DebugInfo debug = code == null ? null : code.debugInfo();
    if (debug == null) {
      return;
    }
    List<@Nullable String> names = debug.parameterNames();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i) != null) {
        lines.add("parameter name\t" + i + " of " + name + ": " + names.get(i));
      }
    }
    // D8 lets a method that enters a monitor begin before its first line.
    boolean isSynchronized = (method.accessFlags() & AccessFlags.DECLARED_SYNCHRONIZED) != 0;
    for (DebugInfo.Events each = debug.events(); each.next(); ) {
      if (each.kind() == DebugInfo.Kind.LINE && !isSynchronized) {
        lines.add("line\t" + name + ": " + each.line());
      }
    }
  }

  /** Files may have the value that a field has anyway, or leave it out. */
  private static boolean isDefault(@Nullable EncodedValue value) {
    return value == null
        || value instanceof EncodedValue.OfNull
        || value.equals(new EncodedValue.OfInt(0))
        || value.equals(new EncodedValue.OfLong(0))
        || value.equals(new EncodedValue.OfFloat(0))
        || value.equals(new EncodedValue.OfDouble(0))
        || value.equals(new EncodedValue.OfByte((byte) 0))
        || value.equals(new EncodedValue.OfShort((short) 0))
        || value.equals(new EncodedValue.OfChar((char) 0))
        || value.equals(new EncodedValue.OfBoolean(false));
  }

  private static boolean isSynthetic(int flags) {
    return (flags & AccessFlags.SYNTHETIC) != 0;
  }

  private void annotations(String owner, List<Annotation> annotations) {
    for (Annotation each : annotations) {
      String text =
          each.type().equals("Ldalvik/annotation/Signature;") ? signature(each) : each.toString();
      lines.add("annotation " + each.type() + "\t" + owner + ": " + text);
    }
  }

  /** Returns a signature as one: into which parts it is cut does not matter. */
  private static String signature(Annotation annotation) {
    var text = new StringBuilder();
    if (annotation.elements().getFirst().value() instanceof EncodedValue.OfArray(var parts)) {
      for (EncodedValue each : parts) {
        text.append(each instanceof EncodedValue.OfString(String part) ? part : each);
      }
    }
    return text.toString();
  }
}
