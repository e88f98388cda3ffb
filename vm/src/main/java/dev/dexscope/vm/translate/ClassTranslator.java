package dev.dexscope.vm.translate;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotations;
import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.vm.code.InterpreterStub;
import dev.dexscope.vm.code.MappedClass;
import dev.dexscope.vm.code.MethodLayout;
import dev.dexscope.vm.code.MethodSource;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes a class file of a dex class: same name, same members. Verifies the class first; one that is
 * rejected becomes a class whose initialiser throws VerifyError. Thread-safe.
 *
 * <pre>{@code
 * var translator = ClassTranslator.translating(Verifier.of(classPath, dexFiles));
 * byte[] classFile = translator.translate(dex.findClass("Lp/Main;"));
 * }</pre>
 */
public final class ClassTranslator {
  private static final MethodTypeDesc VOID = ConstantDescs.MTD_void;
  private static final ClassDesc INITIALISERS =
      ClassDesc.of("dev.dexscope.vm.runtime.Initialisers");
  private static final MethodTypeDesc FAILED =
      MethodTypeDesc.of(
          ConstantDescs.CD_Throwable, ConstantDescs.CD_Throwable, ConstantDescs.CD_Class);
  private static final int LONGEST_MESSAGE = 8_000;

  /** Code units: no instruction becomes more than a dozen bytes for each of its units. */
  private static final int SHORTEST_TOO_LONG = 4_000;

  /** Each has a name, and what uses it two constants more: no class file has room for that. */
  private static final int MANY_MEMBERS = 20_000;

  /**
   * Whether each generated class is checked by a verifier of class files, which takes a quarter of
   * the time again: a method that it refuses is interpreted, while otherwise HotSpot refuses the
   * class.
   */
  private static final boolean CHECKS = Boolean.getBoolean("dexscope.check");

  /** A verifier of class files. */
  @FunctionalInterface
  interface Judge {
    List<VerifyError> errors(byte[] classFile);
  }

  private final Verifier verifier;
  private final Hierarchy hierarchy;
  private final boolean isInterpreted;
  private final int revision;
  private final ClassFile classFile;
  private final LocalClasses localClasses = new LocalClasses();
  private @Nullable PassingConstructors passing;

  /** Null if classes are not checked. */
  private final @Nullable Judge judge;

  private ClassTranslator(
      Verifier verifier, boolean isInterpreted, int revision, @Nullable Judge judge) {
    this.verifier = verifier;
    this.revision = revision;
    this.hierarchy = verifier.hierarchy();
    this.isInterpreted = isInterpreted;
    this.classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(new HierarchyResolver(hierarchy)),
            ClassFile.StackMapsOption.STACK_MAPS_WHEN_REQUIRED);
    this.judge = judge == null && CHECKS ? classFile::verify : judge;
  }

  /** Translates methods; the interpreter runs only those that cannot be translated. */
  public static ClassTranslator translating(Verifier verifier) {
    return new ClassTranslator(verifier, false, 0, null);
  }

  /** Makes classes whose methods the interpreter runs. */
  public static ClassTranslator interpreting(Verifier verifier) {
    return new ClassTranslator(verifier, true, 0, null);
  }

  /** Returns a translator that leaves methods refused by the judge to the interpreter. */
  static ClassTranslator judged(Verifier verifier, Judge judge) {
    return new ClassTranslator(verifier, false, 0, judge);
  }

  /** The same for code that takes the place of other code. */
  public ClassTranslator ofRevision(int number) {
    return new ClassTranslator(verifier, isInterpreted, number, judge);
  }

  /**
   * Returns the class file of a dex class.
   *
   * @throws LinkageError if the class cannot be loaded, with ART's message
   * @throws dev.dexscope.dex.DexFormatException if the file is damaged there
   */
  public byte[] translate(ClassDef classDef) {
    return translate(classDef, null);
  }

  /** Returns the same class, with the layout of its methods. */
  public MappedClass map(ClassDef classDef) {
    Map<String, MethodLayout> layouts = new HashMap<>();
    return new MappedClass(translate(classDef, layouts), layouts);
  }

  private byte[] translate(ClassDef classDef, @Nullable Map<String, MethodLayout> layouts) {
    Map<Integer, RegisterTypes> types = new HashMap<>();
    ClassVerdict verdict =
        verifier.verifyClass(classDef.type(), (method, found) -> types.put(method.index(), found));
    if (LoadFailure.is(verdict)) {
      throw LoadFailure.of(verdict);
    }
    try {
      return new OneClass(classDef, verdict, types, layouts).build();
    } catch (IllegalArgumentException e) {
      // Limits of a class file: names, more than 65,535 constants.
      throw new ClassFormatError(verdict.className() + " has no form as a class file: " + e);
    }
  }

  /**
   * Returns what the class files of some classes have because of their subclasses, wherever these
   * are: as text, by the classes' descriptors. Of all other classes the class files depend only on
   * what their code names.
   */
  public static Map<String, String> becauseOfSubclasses(Verifier verifier) {
    return new PassingConstructors(verifier.files(), verifier.hierarchy()).texts();
  }

  /** Found when the first class is translated. */
  private synchronized PassingConstructors passing() {
    PassingConstructors known = passing;
    if (known == null) {
      known = new PassingConstructors(verifier.files(), hierarchy);
      passing = known;
    }
    return known;
  }

  /** Returns what makes class files of code that uses the classes. */
  public ClassFile classFile() {
    return classFile;
  }

  /** Returns the hierarchy of the classes. */
  public Hierarchy hierarchy() {
    return hierarchy;
  }

  /** Returns a method with code in the form for the engines. */
  public MethodSource source(ClassDef classDef, EncodedMethod method) {
    RegisterTypes types = verifier.registerTypes(classDef.type(), method.index());
    return source(classDef, method, types);
  }

  private MethodSource source(ClassDef classDef, EncodedMethod method, RegisterTypes types) {
    var body = new MethodBody();
    classDef.dex().readBody(method.codeOffset(), body);
    return new MethodSource(classDef, revision, method, body, types, hierarchy);
  }

  private static int units(EncodedMethod method) {
    CodeItem code = method.code();
    return code == null ? 0 : code.units();
  }

  /**
   * Returns whether the source file is included: it is stored with lines, and a class without code
   * has none.
   */
  private static boolean tellsSource(ClassData data) {
    boolean hasCode = false;
    for (EncodedMethod each : data.methods()) {
      CodeItem code = each.code();
      if (code != null && code.debugInfo() != null) {
        return true;
      }
      hasCode |= code != null;
    }
    return !hasCode;
  }

  private static ClassDesc type(String descriptor) {
    return ClassDesc.ofDescriptor(descriptor);
  }

  /** One class on its way. */
  private final class OneClass {
    private final ClassDef classDef;
    private final Map<Integer, RegisterTypes> types;

    /** Receives those of all methods; null if they are not requested. */
    private final @Nullable Map<String, MethodLayout> layouts;

    private final ClassData data;
    private final Annotations annotations;
    private final boolean isInterface;
    private final @Nullable String rejection;
    private final boolean tellsSource;
    private final Set<Integer> writtenFinals;
    private final Set<Integer> interpreted = new HashSet<>();

    /** Whether stubs share code: for classes that would have too many methods otherwise. */
    private boolean isCompact;

    private final List<EncodedField> initialised = new ArrayList<>();
    private final List<ConstantDesc> initialValues = new ArrayList<>();

    OneClass(
        ClassDef classDef,
        ClassVerdict verdict,
        Map<Integer, RegisterTypes> types,
        @Nullable Map<String, MethodLayout> layouts) {
      this.types = types;
      this.layouts = layouts;
      this.classDef = classDef;
      this.data = classDef.data();
      this.annotations = classDef.annotations();
      this.tellsSource = tellsSource(data);

      this.isInterface = Modifiers.has(classDef.accessFlags(), AccessFlags.INTERFACE);
      this.writtenFinals = isInterface ? Set.of() : FinalFields.writtenElsewhere(classDef, data);
      this.rejection = verdict.verdict() == Verdict.HARD ? rejection(verdict) : null;
    }

    private static String rejection(ClassVerdict verdict) {
      var text = new StringBuilder("Verifier rejected class " + verdict.className() + ":");
      verdict.failures().stream()
          .filter(each -> each.problem().verdict() == Verdict.HARD)
          .forEach(each -> {
            String failed = each.method().isEmpty() ? "" : each.method() + " failed to verify: ";
            text.append(' ').append(failed).append(each);
          });
      return text.substring(0, Math.min(text.length(), LONGEST_MESSAGE));
    }

    byte[] build() {
      byte[] built = buildWithin();
      Judge asked = judge;
      while (asked != null && !asked.errors(built).isEmpty() && leaveRefused(asked)) {
        built = buildWithin();
      }
      return built;
    }

    /** Leaves methods to the interpreter that the JVM's verifier would refuse the class for. */
    private boolean leaveRefused(Judge asked) {
      int before = interpreted.size();
      for (EncodedMethod each : data.methods()) {
        if (each.hasCode() && !interpreted.contains(each.index())) {
          byte[] alone = classFile.build(type(classDef.type()), to -> head(to, each));
          List<VerifyError> errors = asked.errors(alone);
          if (!errors.isEmpty()) {
            interpreted.add(each.index());
            tellInterpreted(each, errors.getFirst());
          }
        }
      }
      return interpreted.size() > before;
    }

    private void head(ClassBuilder to, EncodedMethod method) {
      head(to);
      method(to, method);
    }

    /** Within the limits of class files. */
    private byte[] buildWithin() {
      while (true) {
        try {
          return classFile.build(type(classDef.type()), this::build);
        } catch (IllegalArgumentException e) {
          if (!leaveMore()) {
            throw e;
          }
        }
      }
    }

    /**
     * Moves more methods to the interpreter: those that have no room in a class file of their own,
     * then the longest ones, because a class file has 65,535 constants at most (JVMS 4.1) and
     * interpreted methods need few. Returns false if there are no more.
     */
    private boolean leaveMore() {
      if (interpreted.isEmpty()) {
        leaveImpossible();
        if (!interpreted.isEmpty()) {
          return true;
        }
      }
      List<EncodedMethod> longest =
          data.methods().stream()
              .filter(each -> each.hasCode() && !interpreted.contains(each.index()))
              .sorted(Comparator.comparingInt(ClassTranslator::units).reversed())
              .toList();
      boolean hasManyMembers = data.methods().size() + data.fields().size() > MANY_MEMBERS;
      int more = hasManyMembers ? longest.size() : 1 + 3 * interpreted.size();
      longest.stream().limit(more).forEach(each -> interpreted.add(each.index()));
      boolean wasCompact = isCompact;
      isCompact |= isInterpreted || hasManyMembers || longest.isEmpty();
      return isCompact != wasCompact || !longest.isEmpty();
    }

    /**
     * Moves methods to the interpreter that exceed the 65,535 bytes of JVM code (JVMS 4.7.3), or
     * that were translated wrongly, instead of the whole class.
     */
    private void leaveImpossible() {
      for (EncodedMethod method : data.methods()) {
        CodeItem code = method.code();
        if (code != null && !fits(method, code)) {
          interpreted.add(method.index());
        }
      }
    }

    private boolean fits(EncodedMethod method, CodeItem code) {
      try {
        classFile.build(type(classDef.type()), to -> method(to, method));
        return true;
      } catch (IllegalArgumentException e) {
        if (code.units() < SHORTEST_TOO_LONG) {
          // Behind the first line stands the whole code.
          tellInterpreted(method, e.toString().lines().findFirst().orElseThrow());
        }
        return false;
      }
    }

    private static void tellInterpreted(EncodedMethod method, Object reason) {
      System.err.println("dexscope: the interpreter runs " + method.ref() + ": " + reason);
    }

    private void build(ClassBuilder to) {
      initialised.clear();
      initialValues.clear();
      head(to);
      String source = classDef.sourceFile();
      if (source != null && tellsSource) {
        to.with(SourceFileAttribute.of(source));
      }
      ReflectionAttributes.ofClass(classDef, annotations, localClasses.of(classDef))
          .forEach(to::with);
      fields(to);
      methods(to);
      passing().addTo(to, classDef.type());
    }

    private void head(ClassBuilder to) {
      // The first that has records and sealed classes: agents of earlier years read it as well.
      to.withVersion(ClassFile.JAVA_17_VERSION, 0)
          .withFlags(Modifiers.ofClass(classDef.accessFlags()))
          .withInterfaceSymbols(classDef.interfaces().stream().map(ClassTranslator::type).toList());
      String superclass = classDef.superclass();
      if (superclass != null) {
        to.withSuperclass(type(superclass));
      }
    }

    private void fields(ClassBuilder to) {
      List<EncodedValue> values = classDef.staticValues();
      Set<Integer> seen = new HashSet<>();
      // Reflection lists them in this order in ART too.
      for (EncodedField field : data.instanceFields()) {
        if (seen.add(field.index())) {
          field(to, field, new EncodedValue.OfNull());
        }
      }
      for (int i = 0; i < data.staticFields().size(); i++) {
        EncodedField field = data.staticFields().get(i);
        if (seen.add(field.index())) {
          field(to, field, i < values.size() ? values.get(i) : new EncodedValue.OfNull());
        }
      }
    }

    private void field(ClassBuilder to, EncodedField field, EncodedValue value) {
      String descriptor = field.ref().type();
      ConstantDesc constant = StaticValue.of(value, descriptor);
      to.withField(
          field.ref().name(),
          type(descriptor),
          each -> {
            int flags = Modifiers.ofField(field.accessFlags(), isInterface);
            each.withFlags(isWritten(field) ? flags & ~AccessFlags.FINAL : flags);
            if (constant != null && StaticValue.fitsAttribute(constant, descriptor)) {
              each.with(ConstantValueAttribute.of(constant));
            }
            ReflectionAttributes.ofMember(annotations.ofField(field.index())).forEach(each::with);
          });
      if (constant != null && !StaticValue.fitsAttribute(constant, descriptor)) {
        initialised.add(field);
        initialValues.add(constant);
      }
    }

    /** Returns whether a final field is written where the JVM does not allow it. */
    private boolean isWritten(EncodedField field) {
      // Nothing but a record's own constructor can write its fields, not even by reflection.
      return writtenFinals.contains(field.index())
          || (isInterpreted && RecordComponents.isRecord(classDef))
          || (isCompact && !isInterface && Modifiers.has(field.accessFlags(), AccessFlags.STATIC));
    }

    private void methods(ClassBuilder to) {
      Set<Integer> seen = new HashSet<>();
      boolean hasInitialiser = false;
      for (List<EncodedMethod> list : List.of(data.directMethods(), data.virtualMethods())) {
        for (EncodedMethod method : list) {
          // Of two definitions of one method the first counts.
          if (seen.add(method.index())) {
            hasInitialiser |= method.ref().name().equals("<clinit>");
            method(to, method);
          }
        }
      }
      if (!hasInitialiser && (rejection != null || !initialised.isEmpty())) {
        to.withMethodBody(
            "<clinit>",
            VOID,
            ClassFile.ACC_STATIC,
            code -> {
              if (rejection == null) {
                initialValues(code);
                code.return_();
              } else {
                rememberingFailure(code, body -> reject(body, rejection));
              }
            });
      }
    }

    private void method(ClassBuilder to, EncodedMethod method) {
      String name = method.ref().name();
      int flags = Modifiers.ofMethod(method.accessFlags(), name, isInterface);
      boolean isCode = !Modifiers.has(flags, AccessFlags.ABSTRACT | AccessFlags.NATIVE);
      MethodTranslator translator = isCode ? translator(method) : null;
      // A stub has the flag for reflection; the interpreter enters the monitor once more.
      boolean isSynchronized =
          translator != null
              ? translator.isSynchronized()
              : isCode && Modifiers.has(method.accessFlags(), AccessFlags.DECLARED_SYNCHRONIZED);
      to.withMethod(
          name,
          MethodTypeDesc.ofDescriptor(method.ref().proto().descriptor()),
          isSynchronized ? flags | AccessFlags.SYNCHRONIZED : flags,
          each -> {
            ReflectionAttributes.ofMethod(classDef, method, annotations).forEach(each::with);
            if (isCode) {
              each.withCode(
                  name.equals("<clinit>")
                      ? code -> rememberingFailure(code, body -> body(body, method, translator))
                      : code -> body(code, method, translator));
            }
          });
    }

    /** Returns null for methods that must be interpreted, and for those that never run. */
    private @Nullable MethodTranslator translator(EncodedMethod method) {
      if (isInterpreted
          || rejection != null
          || !method.hasCode()
          || interpreted.contains(method.index())) {
        return null;
      }
      try {
        return new MethodTranslator(source(method));
      } catch (UntranslatableException e) {
        return null;
      }
    }

    private void body(
        CodeBuilder code, EncodedMethod method, @Nullable MethodTranslator translator) {
      boolean isInitialiser = method.ref().name().equals("<clinit>");
      if (rejection != null) {
        reject(code, isInitialiser ? rejection : "");
        return;
      }
      if (isInitialiser) {
        initialValues(code);
      }
      if (!method.hasCode()) {
        reject(code, "");
      } else if (layouts != null) {
        MethodLayout layout =
            translator == null
                ? new InterpreterStub(source(method), isCompact).emitNumbered(code)
                : translator.emitNumbered(code);
        layouts.put(method.ref().name() + method.ref().proto().descriptor(), layout);
      } else if (translator != null) {
        translator.emit(code);
      } else {
        new InterpreterStub(source(method), isCompact).emit(code);
      }
    }

    private MethodSource source(EncodedMethod method) {
      RegisterTypes found = Objects.requireNonNull(types.get(method.index()));
      return ClassTranslator.this.source(classDef, method, found);
    }

    /** Sets the values that a ConstantValue attribute cannot hold. */
    private void initialValues(CodeBuilder code) {
      for (int i = 0; i < initialised.size(); i++) {
        var field = initialised.get(i).ref();
        if (initialValues.get(i) instanceof String text) {
          Lowering.loadString(code, text);
        } else {
          code.loadConstant(initialValues.get(i));
        }
        code.putstatic(type(classDef.type()), field.name(), type(field.type()));
      }
    }

    /** ART reports why a class was not initialised when it is used again; HotSpot does not. */
    private void rememberingFailure(CodeBuilder code, Consumer<CodeBuilder> body) {
      code.trying(
          body::accept,
          catches ->
              catches.catchingAll(handler ->
                  handler
                      .loadConstant(type(classDef.type()))
                      .invokestatic(INITIALISERS, "failed", FAILED)
                      .athrow()));
    }

    private static void reject(CodeBuilder code, String message) {
      ClassDesc error = ClassDesc.of("java.lang.VerifyError");
      code.new_(error)
          .dup()
          .loadConstant(message)
          .invokespecial(
              error, "<init>", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String))
          .athrow();
    }
  }
}
