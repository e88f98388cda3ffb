package dev.dexscope.inject;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.Annotations;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.code.Surroundings;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * The methods that may be called by code that is not instrumented, so that no caller might record
 * an exception that they throw: those that override any method of the platform, those that the
 * platform finds by their names, constructors of classes that it instantiates, and methods that
 * excluded code calls; all methods, if that code calls by reflection, or if method handles are
 * combined that call another method after an exception. All others have instrumented callers, which
 * suffices.
 *
 * <p>No type of the platform is trusted to let exceptions through: streams, sets, formatters and
 * class loaders take some of them for an answer.
 *
 * <p>A method that only the platform's or native code finds by reflection is not included, unless
 * it has an annotation that is visible at run time. A call of it that is left unnoticed ends with
 * its instrumented caller's.
 */
final class Edges implements Surroundings {
  private static final String MAIN = "main([Ljava/lang/String;)V";
  private static final String CONSTRUCTOR = "<init>";
  private static final String OBJECT = "Ljava/lang/Object;";

  /**
   * Methods that streams of objects find by their names, and some of whose exceptions they keep.
   */
  private static final Set<String> OF_SERIALIZATION =
      Set.of(
          "readObject(Ljava/io/ObjectInputStream;)V",
          "readObjectNoData()V",
          "readResolve()Ljava/lang/Object;",
          "writeObject(Ljava/io/ObjectOutputStream;)V",
          "writeReplace()Ljava/lang/Object;");

  private static final Set<String> REFLECTION =
      Set.of(
          "Ljava/lang/reflect/Method;invoke",
          "Ljava/lang/reflect/Constructor;newInstance",
          "Ljava/lang/Class;newInstance");

  /** Their handles call a method of the program's after one that an exception has left. */
  private static final Set<String> COMBINATORS =
      Set.of(
          "Ljava/lang/invoke/MethodHandles;catchException",
          "Ljava/lang/invoke/MethodHandles;tryFinally");

  /** Types of the platform above and below one class; more are as good as unknown ones. */
  private static final int MOST_OUTSIDERS = 100;

  private final ClassPath platform;
  private final Map<String, Family> families = new HashMap<>();

  /** Methods that are called from outside: class, name and descriptor. */
  private final Set<String> exact = new HashSet<>();

  /**
   * The classes whose methods may be called from outside, by the methods' names and descriptors.
   */
  private final Map<String, BitSet> related = new HashMap<>();

  /** Whether code of the platform, or excluded code, has unknown callees. */
  private boolean isAnyCalled;

  private final Map<String, Set<String>> platformMethods = new HashMap<>();
  private final MethodBody body = new MethodBody();

  /** The methods of each file, by their indices, whose calls may end in the platform's code. */
  private final Map<DexFile, BitSet> leading = new HashMap<>();

  /** The supertypes of a class of the app and, once all are known, its subtypes. */
  private static final class Family {
    final int number;
    final List<Family> parents = new ArrayList<>();
    final List<Family> children = new ArrayList<>();
    private final BitSet relatives = new BitSet();

    final Set<String> outsiders = new HashSet<>();
    boolean isJoined;

    /** Whether it contains types with unknown calls. */
    boolean isOpen;

    /**
     * Whether the class has a type of the platform, which may find it by that and create objects.
     */
    boolean hasOutsider;

    Family(int number) {
      this.number = number;
    }

    /** Returns the classes whose methods objects of this class or its subclasses may have. */
    BitSet relatives() {
      if (relatives.isEmpty()) {
        List<Family> below = new ArrayList<>();
        follow(List.of(this), each -> each.children, below, new BitSet());
        follow(below, each -> each.parents, new ArrayList<>(), relatives);
      }
      return relatives;
    }

    private static void follow(
        List<Family> from,
        Function<Family, List<Family>> next,
        List<Family> reached,
        BitSet numbers) {
      List<Family> open = new ArrayList<>(from);
      while (!open.isEmpty()) {
        Family each = open.removeLast();
        if (!numbers.get(each.number)) {
          numbers.set(each.number);
          reached.add(each);
          open.addAll(next.apply(each));
        }
      }
    }

    void addAll(Family other) {
      isOpen |= other.isOpen;
      outsiders.addAll(other.outsiders);
      if (outsiders.size() > MOST_OUTSIDERS) {
        isOpen = true;
        outsiders.clear();
      }
    }
  }

  private Edges(ClassPath platform) {
    this.platform = platform;
  }

  /**
   * Those of an app.
   *
   * @param left which methods are left as they are, by their ids
   */
  static Edges of(List<NumberedPlan> plans, Set<Integer> left, ClassPath platform) {
    var edges = new Edges(platform);
    edges.link(plans);
    List<EncodedMethod> delegates = new ArrayList<>();
    for (NumberedPlan each : plans) {
      edges.addHandles(each.plan().dex());
      edges.addCombinators(each.plan().dex());
      edges.leading.put(each.plan().dex(), edges.leading(each.plan().dex()));
      each.plan().outside().forEach(edges::addCallsOf);
      delegates.addAll(each.plan().delegates());
    }
    for (int id : left) {
      for (NumberedPlan each : plans) {
        if (each.has(id)) {
          edges.addCallsOf(each.method(id).method());
        }
      }
    }
    while (delegates.removeIf(edges::passesOn)) {}
    return edges;
  }

  @Override
  public boolean isEdge(EncodedMethod method) {
    DexFile dex = method.dex();
    int index = method.index();
    String type = dex.type(dex.methodClass(index));
    Family family = families.get(type);
    String name = dex.methodName(index);
    String key = name + dex.protoDescriptor(dex.methodProto(index));
    if (isAnyCalled
        || family == null
        || OF_SERIALIZATION.contains(key)
        || exact.contains(type + key)) {
      return true;
    }
    if (name.startsWith("<")) {
      return family.hasOutsider && hasNoOwnTypes(dex.proto(dex.methodProto(index)));
    }
    BitSet callers = related.get(key);
    if (key.equals(MAIN) || (callers != null && callers.get(family.number))) {
      return true;
    }
    boolean isVirtual = (method.accessFlags() & (AccessFlags.STATIC | AccessFlags.PRIVATE)) == 0;
    return isVirtual && isOfPlatform(family, key);
  }

  /** Types that the platform passes to constructors are its own. */
  private boolean hasNoOwnTypes(Proto proto) {
    return proto.parameters().stream()
        .noneMatch(each -> families.containsKey(each.substring(each.lastIndexOf('[') + 1)));
  }

  private boolean isOfPlatform(Family family, String key) {
    return family.isOpen
        || family.outsiders.stream()
            .anyMatch(each -> platformMethods.getOrDefault(each, Set.of()).contains(key));
  }

  @Override
  public boolean leadsOutside(DexFile dex, int callee) {
    return Objects.requireNonNull(leading.get(dex)).get(callee);
  }

  /** The methods of a file whose calls may end in the platform's code. */
  private BitSet leading(DexFile dex) {
    BitSet leading = new BitSet();
    for (int i = 0; i < dex.methodCount(); i++) {
      String type = dex.type(dex.methodClass(i));
      Family family = families.get(type);
      leading.set(
          i,
          family == null
              ? !type.equals(OBJECT)
              : isOfPlatform(family, dex.methodName(i) + dex.protoDescriptor(dex.methodProto(i))));
    }
    return leading;
  }

  /**
   * Adds the callees of a method that is no more than a call, once it is called from outside
   * itself.
   */
  private boolean passesOn(EncodedMethod delegate) {
    boolean isEdge = isEdge(delegate);
    if (isEdge) {
      addCallsOf(delegate);
    }
    return isEdge;
  }

  private void addCallsOf(EncodedMethod method) {
    DexFile dex = method.dex();
    try {
      dex.readBody(method.codeOffset(), body);
      for (Instruction each = body.instructions(); each.next(); ) {
        Opcode.IndexKind kind = Opcode.indexKind(Opcode.flags(each.opcodeValue()));
        if (kind == Opcode.IndexKind.METHOD || kind == Opcode.IndexKind.METHOD_AND_PROTO) {
          int index = each.index();
          add(
              dex.type(dex.methodClass(index)),
              dex.methodName(index),
              dex.protoDescriptor(dex.methodProto(index)));
        }
      }
    } catch (DexFormatException e) {
      // Code that cannot be read does not run.
      return;
    }
  }

  private void add(String type, String name, String descriptor) {
    String key = name + descriptor;
    Family family = families.get(type);
    if (name.equals(CONSTRUCTOR)) {
      exact.add(type + key);
    } else if (family != null) {
      related.computeIfAbsent(key, _ -> new BitSet()).or(family.relatives());
    }
    isAnyCalled |= REFLECTION.contains(type + name);
  }

  /** Adds the methods of method handles, which are called by classes that the device generates. */
  private void addHandles(DexFile dex) {
    for (int i = 0; i < dex.methodHandleCount(); i++) {
      MethodRef method = dex.methodHandle(i).method();
      if (method != null) {
        add(method.definingClass(), method.name(), method.proto().descriptor());
      }
    }
  }

  /** The methods of such handles are found by names that are data, as a rule. */
  private void addCombinators(DexFile dex) {
    for (int i = 0; i < dex.methodCount() && !isAnyCalled; i++) {
      isAnyCalled = COMBINATORS.contains(dex.type(dex.methodClass(i)) + dex.methodName(i));
    }
  }

  private void link(List<NumberedPlan> plans) {
    Map<String, ClassDef> definitions = new HashMap<>();
    for (NumberedPlan each : plans) {
      for (ClassDef definition : each.plan().dex().classes()) {
        definitions.putIfAbsent(definition.type(), definition);
      }
    }
    List<Family> parentsFirst = new ArrayList<>();
    for (String type : definitions.keySet()) {
      link(type, definitions, parentsFirst);
    }
    for (Family each : parentsFirst) {
      each.parents.forEach(each::addAll);
    }
    // What a class inherits is called by what its subclasses are for.
    for (Family each : parentsFirst.reversed()) {
      each.parents.forEach(parent -> parent.addAll(each));
    }
  }

  /** Without recursion: chains of classes may be of any length. */
  private void link(String first, Map<String, ClassDef> definitions, List<Family> parentsFirst) {
    List<String> open = new ArrayList<>(List.of(first));
    while (!open.isEmpty()) {
      String type = open.getLast();
      ClassDef definition = Objects.requireNonNull(definitions.get(type));
      Family family = families.get(type);
      if (family == null) {
        families.put(type, new Family(families.size()));
        parentsOf(definition).stream()
            .filter(each -> definitions.containsKey(each) && !families.containsKey(each))
            .forEach(open::add);
        continue;
      }
      open.removeLast();
      if (!family.isJoined) {
        join(family, definition);
        parentsFirst.add(family);
      }
    }
  }

  private static List<String> parentsOf(ClassDef definition) {
    List<String> parents = new ArrayList<>();
    try {
      String superclass = definition.superclass();
      if (superclass != null) {
        parents.add(superclass);
      }
      parents.addAll(definition.interfaces());
    } catch (DexFormatException e) {
      // Such a class is not loaded.
      return List.of();
    }
    return parents;
  }

  private void join(Family family, ClassDef definition) {
    family.isJoined = true;
    for (String each : parentsOf(definition)) {
      Family parent = families.get(each);
      if (parent != null) {
        family.parents.add(parent);
        parent.children.add(family);
        family.hasOutsider |= parent.hasOutsider;
      } else {
        family.hasOutsider |= !each.equals(OBJECT);
        if (methodsOf(each).isEmpty()) {
          family.isOpen = true;
        } else {
          family.outsiders.add(each);
        }
      }
    }
    addAnnotated(definition);
  }

  /**
   * Returns the methods that the platform may call on one of its types; empty if they are unknown.
   */
  private Set<String> methodsOf(String type) {
    Set<String> known = platformMethods.get(type);
    if (known == null) {
      known = new HashSet<>();
      if (!collect(type, known)) {
        known.clear();
      }
      platformMethods.put(type, known);
    }
    return known;
  }

  private boolean collect(String type, Set<String> methods) {
    ClassPath.Outline outline = platform.outline(type);
    if (outline == null) {
      return false;
    }
    methods.addAll(outline.virtualMethods());
    for (String each : outline.parents()) {
      if (!collect(each, methods)) {
        return false;
      }
    }
    return true;
  }

  /** Methods that are found by their annotations. */
  private void addAnnotated(ClassDef definition) {
    if (definition.annotationsOffset() == 0) {
      return;
    }
    try {
      DexFile dex = definition.dex();
      Annotations annotations = definition.annotations();
      annotations
          .ofMethods()
          .forEach((method, all) -> {
            if (all.stream().anyMatch(each -> each.visibility() == Annotation.Visibility.RUNTIME)) {
              exact.add(
                  definition.type()
                      + dex.methodName(method)
                      + dex.protoDescriptor(dex.methodProto(method)));
            }
          });
    } catch (DexFormatException e) {
      // Nor does anybody else find them.
      return;
    }
  }
}
