package dev.dexscope.dex;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jf.dexlib2.dexbacked.DexBackedMethod;
import org.jf.dexlib2.iface.ClassDef;
import org.jf.dexlib2.iface.Field;
import org.jf.dexlib2.iface.Method;
import org.jf.dexlib2.iface.MethodImplementation;
import org.jf.dexlib2.iface.MethodParameter;
import org.jf.dexlib2.iface.TryBlock;
import org.jf.dexlib2.iface.debug.DebugItem;
import org.jf.dexlib2.iface.debug.EndLocal;
import org.jf.dexlib2.iface.debug.EpilogueBegin;
import org.jf.dexlib2.iface.debug.LineNumber;
import org.jf.dexlib2.iface.debug.PrologueEnd;
import org.jf.dexlib2.iface.debug.RestartLocal;
import org.jf.dexlib2.iface.debug.SetSourceFile;
import org.jf.dexlib2.iface.debug.StartLocal;
import org.jf.dexlib2.iface.instruction.DualReferenceInstruction;
import org.jf.dexlib2.iface.instruction.FiveRegisterInstruction;
import org.jf.dexlib2.iface.instruction.Instruction;
import org.jf.dexlib2.iface.instruction.OffsetInstruction;
import org.jf.dexlib2.iface.instruction.OneRegisterInstruction;
import org.jf.dexlib2.iface.instruction.ReferenceInstruction;
import org.jf.dexlib2.iface.instruction.RegisterRangeInstruction;
import org.jf.dexlib2.iface.instruction.SwitchElement;
import org.jf.dexlib2.iface.instruction.SwitchPayload;
import org.jf.dexlib2.iface.instruction.ThreeRegisterInstruction;
import org.jf.dexlib2.iface.instruction.TwoRegisterInstruction;
import org.jf.dexlib2.iface.instruction.VariableRegisterInstruction;
import org.jf.dexlib2.iface.instruction.WideLiteralInstruction;
import org.jf.dexlib2.iface.instruction.formats.ArrayPayload;
import org.jf.dexlib2.iface.reference.CallSiteReference;
import org.jf.dexlib2.iface.reference.FieldReference;
import org.jf.dexlib2.iface.reference.MethodHandleReference;
import org.jf.dexlib2.iface.reference.MethodProtoReference;
import org.jf.dexlib2.iface.reference.MethodReference;
import org.jf.dexlib2.iface.reference.Reference;
import org.jf.dexlib2.iface.value.AnnotationEncodedValue;
import org.jf.dexlib2.iface.value.ArrayEncodedValue;
import org.jf.dexlib2.iface.value.BooleanEncodedValue;
import org.jf.dexlib2.iface.value.ByteEncodedValue;
import org.jf.dexlib2.iface.value.CharEncodedValue;
import org.jf.dexlib2.iface.value.DoubleEncodedValue;
import org.jf.dexlib2.iface.value.EnumEncodedValue;
import org.jf.dexlib2.iface.value.FieldEncodedValue;
import org.jf.dexlib2.iface.value.FloatEncodedValue;
import org.jf.dexlib2.iface.value.IntEncodedValue;
import org.jf.dexlib2.iface.value.LongEncodedValue;
import org.jf.dexlib2.iface.value.MethodEncodedValue;
import org.jf.dexlib2.iface.value.MethodHandleEncodedValue;
import org.jf.dexlib2.iface.value.MethodTypeEncodedValue;
import org.jf.dexlib2.iface.value.NullEncodedValue;
import org.jf.dexlib2.iface.value.ShortEncodedValue;
import org.jf.dexlib2.iface.value.StringEncodedValue;
import org.jf.dexlib2.iface.value.TypeEncodedValue;
import org.jspecify.annotations.NullUnmarked;

/** A class as {@link Listing} writes it, in the words of dexlib2. */
@NullUnmarked
final class DexlibListing {
  private final List<String> lines = new ArrayList<>();

  static List<String> of(ClassDef each) {
    var listing = new DexlibListing();
    listing.add(each);
    return listing.lines;
  }

  private void add(ClassDef each) {
    lines.add(
        "class "
            + each.getType()
            + " "
            + each.getAccessFlags()
            + " extends "
            + each.getSuperclass());
    lines.add("implements " + each.getInterfaces() + " source " + each.getSourceFile());
    annotations("class", each.getAnnotations());
    for (Field field : each.getStaticFields()) {
      String value =
          field.getInitialValue() == null ? "" : value(field.getInitialValue()).toString();
      lines.add(
          "static " + ref(field) + " " + field.getAccessFlags() + " = " + Listing.plain(value));
      annotations("field", field.getAnnotations());
    }
    for (Field field : each.getInstanceFields()) {
      lines.add("instance " + ref(field) + " " + field.getAccessFlags());
      annotations("field", field.getAnnotations());
    }
    each.getDirectMethods().forEach(method -> add("direct", method));
    each.getVirtualMethods().forEach(method -> add("virtual", method));
  }

  private static FieldRef ref(FieldReference field) {
    return new FieldRef(field.getDefiningClass(), field.getName(), field.getType());
  }

  private static MethodRef ref(MethodReference method) {
    return new MethodRef(
        method.getDefiningClass(),
        method.getName(),
        new Proto(method.getReturnType(), texts(method.getParameterTypes())));
  }

  private static Proto proto(MethodProtoReference proto) {
    return new Proto(proto.getReturnType(), texts(proto.getParameterTypes()));
  }

  private static List<String> texts(List<? extends CharSequence> list) {
    return list.stream().map(CharSequence::toString).toList();
  }

  private static MethodHandle handle(MethodHandleReference handle) {
    for (MethodHandle.Kind kind : MethodHandle.Kind.values()) {
      if (kind.code() == handle.getMethodHandleType()) {
        return handle.getMemberReference() instanceof FieldReference field
            ? MethodHandle.of(kind, ref(field))
            : MethodHandle.of(kind, ref((MethodReference) handle.getMemberReference()));
      }
    }
    throw new AssertionError(handle);
  }

  private void annotations(
      String what, Iterable<? extends org.jf.dexlib2.iface.Annotation> annotations) {
    List<String> texts = new ArrayList<>();
    for (org.jf.dexlib2.iface.Annotation each : annotations) {
      texts.add(
          what
              + " annotation "
              + each.getVisibility()
              + each.getType()
              + elements(each.getElements()));
    }
    texts.stream().sorted().forEach(lines::add);
  }

  private static List<EncodedValue.Element> elements(
      Iterable<? extends org.jf.dexlib2.iface.AnnotationElement> elements) {
    List<EncodedValue.Element> list = new ArrayList<>();
    for (org.jf.dexlib2.iface.AnnotationElement each : elements) {
      list.add(new EncodedValue.Element(each.getName(), value(each.getValue())));
    }
    return list;
  }

  private static List<EncodedValue> values(
      List<? extends org.jf.dexlib2.iface.value.EncodedValue> values) {
    return values.stream().map(DexlibListing::value).toList();
  }

  private static EncodedValue value(org.jf.dexlib2.iface.value.EncodedValue value) {
    return switch (value) {
      case ByteEncodedValue v -> new EncodedValue.OfByte(v.getValue());
      case ShortEncodedValue v -> new EncodedValue.OfShort(v.getValue());
      case CharEncodedValue v -> new EncodedValue.OfChar(v.getValue());
      case IntEncodedValue v -> new EncodedValue.OfInt(v.getValue());
      case LongEncodedValue v -> new EncodedValue.OfLong(v.getValue());
      case FloatEncodedValue v -> new EncodedValue.OfFloat(Float.floatToRawIntBits(v.getValue()));
      case DoubleEncodedValue v ->
          new EncodedValue.OfDouble(Double.doubleToRawLongBits(v.getValue()));
      case StringEncodedValue v -> new EncodedValue.OfString(v.getValue());
      case TypeEncodedValue v -> new EncodedValue.OfType(v.getValue());
      case FieldEncodedValue v -> new EncodedValue.OfField(ref(v.getValue()));
      case EnumEncodedValue v -> new EncodedValue.OfEnum(ref(v.getValue()));
      case MethodEncodedValue v -> new EncodedValue.OfMethod(ref(v.getValue()));
      case MethodTypeEncodedValue v -> new EncodedValue.OfMethodType(proto(v.getValue()));
      case MethodHandleEncodedValue v -> new EncodedValue.OfMethodHandle(handle(v.getValue()));
      case ArrayEncodedValue v -> new EncodedValue.OfArray(values(v.getValue()));
      case AnnotationEncodedValue v ->
          new EncodedValue.OfAnnotation(v.getType(), elements(v.getElements()));
      case NullEncodedValue _ -> new EncodedValue.OfNull();
      case BooleanEncodedValue v -> new EncodedValue.OfBoolean(v.getValue());
      default -> throw new AssertionError(value);
    };
  }

  private void add(String kind, Method method) {
    lines.add(kind + " " + ref(method) + " " + method.getAccessFlags());
    annotations("method", method.getAnnotations());
    int parameter = 0;
    for (MethodParameter each : method.getParameters()) {
      annotations("parameter " + parameter++, each.getAnnotations());
    }
    MethodImplementation code = method.getImplementation();
    if (code == null) {
      return;
    }
    lines.add("registers " + code.getRegisterCount());
    int pc = 0;
    for (Instruction each : code.getInstructions()) {
      lines.add(instruction(pc, each));
      pc += each.getCodeUnits();
    }
    for (TryBlock<?> each : code.getTryBlocks()) {
      int start = each.getStartCodeAddress();
      List<TryItem.Handler> handlers = new ArrayList<>();
      each.getExceptionHandlers()
          .forEach(h ->
              handlers.add(new TryItem.Handler(h.getExceptionType(), h.getHandlerCodeAddress())));
      lines.add("try " + start + " " + (start + each.getCodeUnitCount()) + " " + handlers);
    }
    for (Iterator<String> names = ((DexBackedMethod) method).getParameterNames();
        names.hasNext(); ) {
      String name = names.next();
      if (name != null) {
        lines.add("parameter " + name);
      }
    }
    for (DebugItem each : code.getDebugItems()) {
      lines.add(each.getCodeAddress() + event(each));
    }
  }

  private static String event(DebugItem item) {
    return switch (item) {
      case LineNumber e -> " line " + e.getLineNumber();
      case StartLocal e ->
          " local v"
              + e.getRegister()
              + " "
              + e.getName()
              + " "
              + e.getType()
              + " "
              + e.getSignature();
      case EndLocal e -> " end v" + e.getRegister();
      case RestartLocal e -> " restart v" + e.getRegister();
      case PrologueEnd _ -> " prologue";
      case EpilogueBegin _ -> " epilogue";
      case SetSourceFile e -> " file " + e.getSourceFile();
      default -> throw new AssertionError(item);
    };
  }

  private static String instruction(int pc, Instruction each) {
    var text = new StringBuilder(pc + " ");
    switch (each) {
      case SwitchPayload payload -> {
        text.append("payload");
        for (SwitchElement element : payload.getSwitchElements()) {
          text.append(' ').append(element.getKey()).append(':').append(element.getOffset());
        }
        return text.toString();
      }
      case ArrayPayload payload -> {
        text.append("payload");
        payload.getArrayElements().forEach(e -> text.append(' ').append(e.longValue()));
        return text.toString();
      }
      default -> text.append(each.getOpcode().name);
    }
    registers(each, text);
    if (each instanceof WideLiteralInstruction e) {
      text.append(" #").append(e.getWideLiteral());
    }
    if (each instanceof OffsetInstruction e) {
      text.append(" ->").append(pc + e.getCodeOffset());
    }
    if (each instanceof ReferenceInstruction e) {
      text.append(reference(e.getReference()));
    }
    if (each instanceof DualReferenceInstruction e) {
      text.append(reference(e.getReference2()));
    }
    return text.toString();
  }

  private static void registers(Instruction each, StringBuilder text) {
    if (each instanceof VariableRegisterInstruction e) {
      int count = e.getRegisterCount();
      for (int i = 0; i < count; i++) {
        text.append(" v").append(argument(each, i));
      }
      return;
    }
    if (each instanceof OneRegisterInstruction e) {
      text.append(" v").append(e.getRegisterA());
    }
    if (each instanceof TwoRegisterInstruction e) {
      text.append(" v").append(e.getRegisterB());
    }
    if (each instanceof ThreeRegisterInstruction e) {
      text.append(" v").append(e.getRegisterC());
    }
  }

  private static int argument(Instruction each, int i) {
    if (each instanceof RegisterRangeInstruction e) {
      return e.getStartRegister() + i;
    }
    var e = (FiveRegisterInstruction) each;
    return switch (i) {
      case 0 -> e.getRegisterC();
      case 1 -> e.getRegisterD();
      case 2 -> e.getRegisterE();
      case 3 -> e.getRegisterF();
      default -> e.getRegisterG();
    };
  }

  private static String reference(Reference reference) {
    return switch (reference) {
      case org.jf.dexlib2.iface.reference.StringReference r -> " \"" + r.getString();
      case org.jf.dexlib2.iface.reference.TypeReference r -> " " + r.getType();
      case FieldReference r -> " " + ref(r);
      case MethodReference r -> " " + ref(r);
      case MethodProtoReference r -> " " + proto(r);
      case MethodHandleReference r -> " " + handle(r);
      case CallSiteReference r ->
          " "
              + new CallSite(
                  handle(r.getMethodHandle()),
                  r.getMethodName(),
                  proto(r.getMethodProto()),
                  values(r.getExtraArguments()));
      default -> throw new AssertionError(reference);
    };
  }
}
