package dev.dexscope.vm.load;

import dev.dexscope.dex.AccessFlags;
import java.lang.classfile.Attribute;
import java.lang.classfile.AttributeMapper;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A class file that is to take the place of a class's dex code. The JVM compares it with the one
 * that the dex class was made into, where it was made of the class's source: fields stand in
 * another order there, and what D8 has written in other words for Android is as it was.
 */
final class GivenClassFile {
  private static final String RECORD = "Ljava/lang/Record;";

  /** The class that D8 lets records extend where Android has none. */
  private static final String RECORD_TAG = "Lcom/android/tools/r8/RecordTag;";

  private final @Nullable ClassModel running;
  private final ClassModel given;
  private final RunningClasses classes;

  /**
   * @param running what the dex class was made into; null for a class that is not here yet
   * @throws IllegalArgumentException where one of them is no class file
   */
  GivenClassFile(byte @Nullable [] running, byte[] given, RunningClasses classes) {
    this.running = running == null ? null : ClassFile.of().parse(running);
    boolean isTagged = classes.find(RECORD_TAG) != null;
    this.given =
        ClassFile.of()
            .parse(isTagged ? ConstantNames.renamed(given, Map.of(RECORD, RECORD_TAG)) : given);
    this.classes = classes;
  }

  /** The class file as the JVM takes it in the place of the running one. */
  byte[] fitted() {
    return classes.classFile().transformClass(given, new Fit());
  }

  /** Sorts fields, has methods run here, drops what is not to stay, and adds what is missing. */
  private final class Fit implements ClassTransform {
    private final GivenMethods methods =
        new GivenMethods(
            new GivenCode(given, classes),
            LambdaNames.of(given.methods(), running == null ? given.methods() : running.methods()));

    @Override
    public void accept(ClassBuilder to, ClassElement element) {
      switch (element) {
        case FieldModel _, NestHostAttribute _, NestMembersAttribute _, RecordAttribute _ -> {}
        case PermittedSubclassesAttribute subclasses when running != null -> {
          // What D8 has dropped cannot be compared.
          if (running.findAttribute(Attributes.permittedSubclasses()).isPresent()) {
            to.with(subclasses);
          }
        }
        case MethodModel method -> {
          if (!isLeftOut(method)) {
            methods.add(to, method);
          }
        }
        default -> to.with(element);
      }
    }

    @Override
    public void atEnd(ClassBuilder to) {
      fieldsInOrder().forEach(to::with);
      missing().forEach(to::with);
      keep(to, Attributes.nestHost());
      keep(to, Attributes.nestMembers());
      keep(to, Attributes.record());
    }
  }

  /** The JVM lets no class change what this says, and D8 may have dropped it. */
  private <A extends Attribute<A> & ClassElement> void keep(
      ClassBuilder to, AttributeMapper<A> kind) {
    if (running != null) {
      running.findAttribute(kind).ifPresent(to::with);
    }
  }

  /** HotSpot compares fields one by one. Those that the running class has not come last. */
  private List<FieldModel> fieldsInOrder() {
    List<FieldModel> fields = new ArrayList<>(given.fields());
    if (running != null) {
      List<String> order = running.fields().stream().map(GivenClassFile::name).toList();
      fields.sort((a, b) -> Integer.compare(place(order, a), place(order, b)));
    }
    return fields;
  }

  private static int place(List<String> order, FieldModel field) {
    int place = order.indexOf(name(field));
    return place < 0 ? order.size() : place;
  }

  private static String name(FieldModel field) {
    return field.fieldName().stringValue() + ' ' + field.fieldType().stringValue();
  }

  /** Whether D8 has left a method out: it does not run again, or nothing on Android calls it. */
  private boolean isLeftOut(MethodModel method) {
    return running != null
        && running.methods().stream()
            .map(GivenMethods::key)
            .noneMatch(GivenMethods.key(method)::equals)
        && (method.methodName().equalsString("$deserializeLambda$")
            || (method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)
                && setsConstants(method)));
  }

  /** Whether an initialiser does nothing but what initial values of a dex file do in its place. */
  private static boolean setsConstants(MethodModel initialiser) {
    return initialiser.code().stream()
        .flatMap(CodeModel::elementStream)
        .filter(Instruction.class::isInstance)
        .allMatch(each ->
            each instanceof ConstantInstruction
                || each instanceof FieldInstruction
                || each instanceof ReturnInstruction);
  }

  /** Returns the methods that D8 has added for others to call. */
  private List<MethodModel> missing() {
    if (running == null) {
      return List.of();
    }
    Set<String> there = new HashSet<>();
    given.methods().forEach(each -> there.add(GivenMethods.key(each)));
    return running.methods().stream()
        .filter(GivenClassFile::isAddedByD8)
        .filter(each -> !there.contains(GivenMethods.key(each)))
        .toList();
  }

  /**
   * Whether a method is synthetic, and none of javac's: those of the given file are all of them.
   */
  private static boolean isAddedByD8(MethodModel method) {
    int flags = method.flags().flagsMask();
    String name = method.methodName().stringValue();
    boolean isBridge = (flags & (AccessFlags.BRIDGE | AccessFlags.STATIC)) == AccessFlags.BRIDGE;
    return (flags & AccessFlags.SYNTHETIC) != 0
        && !isBridge
        && !LambdaNames.isLambda(method)
        && !name.startsWith("access$")
        && !name.equals("$values");
  }
}
