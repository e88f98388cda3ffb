package dev.dexscope.dex.verify.types;

import static dev.dexscope.dex.verify.types.RegType.CONFLICT;
import static dev.dexscope.dex.verify.types.RegType.FIRST_REFERENCE;
import static dev.dexscope.dex.verify.types.RegType.UNDEFINED;
import static dev.dexscope.dex.verify.types.RegType.ZERO;

import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.verify.link.Descriptors;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.link.Linker;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reference types of one worker, numbered from {@link RegType#FIRST_REFERENCE}, with the rules
 * of assignment and merging. References to classes live as long as the table; uninitialized ones,
 * which are distinguished by the instruction that created them, only as long as a method.
 */
public final class RegTypes {
  /** The meaning of a number above the fixed types. */
  private enum Kind {
    /** A class or one that inherits from it. */
    CLASS,
    /** Exactly this class. */
    EXACT,
    /** A class that cannot be loaded, known by its descriptor. */
    UNRESOLVED,
    /** One of several, at least one of them unresolved. */
    MERGED
  }

  /** The members of a merge: the join of all that is resolved, or ZERO, and the rest, sorted. */
  private record Merge(int resolved, int[] unresolved) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Merge(int otherResolved, int[] otherUnresolved)
          && resolved == otherResolved
          && Arrays.equals(unresolved, otherUnresolved);
    }

    @Override
    public int hashCode() {
      return resolved * 31 + Arrays.hashCode(unresolved);
    }
  }

  /** Set in the number of an uninitialized reference; the rest is its place in the method's. */
  private static final int UNINITIALIZED = 1 << 30;

  /** The place at which an uninitialized {@code this} was made. */
  public static final int THIS = -1;

  /** Beyond this many parts a merge becomes a conflict: no program comes near. */
  private static final int MAX_MERGED = 256;

  private static final int MAX_MERGES = 10_000;

  private final Linker linker;
  private Kind[] kinds = new Kind[256];
  private @Nullable Klass[] classes = new Klass[256];
  private String[] descriptors = new String[256];
  private int size = FIRST_REFERENCE;
  private int[] byClass = new int[512];
  private final Map<String, Integer> byDescriptor = new HashMap<>();
  private final Map<Merge, Integer> merges = new HashMap<>();
  private final Map<Integer, Merge> merged = new HashMap<>();
  private final IntPairMap joins = new IntPairMap();

  private int[] uninitializedType = new int[16];
  private int[] uninitializedAt = new int[16];
  private int uninitialized;

  public final int object;
  public final int string;
  public final int classType;
  public final int throwable;
  public final int methodHandle;
  public final int methodType;

  public RegTypes(Linker linker) {
    this.linker = linker;
    this.object = ofClass(linker.object());
    this.string = ofDescriptor("Ljava/lang/String;");
    this.classType = ofDescriptor("Ljava/lang/Class;");
    this.throwable = ofDescriptor("Ljava/lang/Throwable;");
    this.methodHandle = ofDescriptor("Ljava/lang/invoke/MethodHandle;");
    this.methodType = ofDescriptor("Ljava/lang/invoke/MethodType;");
  }

  /** Returns whether missing classes are assumed to be what the code requires. */
  public boolean isGuessed() {
    return linker.isGuessed();
  }

  public boolean hasWholePlatform() {
    return linker.hasWholePlatform();
  }

  /** Forgets the uninitialized references of the method before. */
  public void startMethod() {
    uninitialized = 0;
  }

  public int ofDescriptor(String descriptor) {
    if (descriptor.length() == 1) {
      return RegType.ofPrimitive(descriptor.charAt(0));
    }
    Integer known = byDescriptor.get(descriptor);
    if (known != null) {
      return known;
    }
    int type = resolve(descriptor);
    byDescriptor.put(descriptor, type);
    return type;
  }

  private int resolve(String descriptor) {
    if (!Descriptors.isReference(descriptor)) {
      return CONFLICT;
    }
    Klass klass = linker.find(descriptor);
    return klass == null ? add(Kind.UNRESOLVED, null, descriptor) : ofClass(klass);
  }

  /** The type of a register that is declared to hold the class; exact when nothing inherits. */
  public int ofClass(Klass klass) {
    return klass.isPrimitive()
        ? RegType.ofPrimitive(klass.descriptor.charAt(0))
        : ofClass(klass, klass.isExact());
  }

  private int ofClass(Klass klass, boolean exact) {
    int slot = klass.index * 2 + (exact ? 1 : 0);
    if (slot >= byClass.length) {
      byClass = Arrays.copyOf(byClass, Math.max(slot + 1, byClass.length * 2));
    }
    if (byClass[slot] == 0) {
      byClass[slot] = add(exact ? Kind.EXACT : Kind.CLASS, klass, klass.descriptor);
    }
    return byClass[slot];
  }

  private int add(Kind kind, @Nullable Klass klass, String descriptor) {
    int at = size - FIRST_REFERENCE;
    if (at == kinds.length) {
      kinds = Arrays.copyOf(kinds, at * 2);
      classes = Arrays.copyOf(classes, at * 2);
      descriptors = Arrays.copyOf(descriptors, at * 2);
    }
    kinds[at] = kind;
    classes[at] = klass;
    descriptors[at] = descriptor;
    return size++;
  }

  /** A new instance of the type made at {@code pc}, or {@code this} of a constructor. */
  public int uninitialized(int type, int pc) {
    for (int i = 0; i < uninitialized; i++) {
      if (uninitializedType[i] == type && uninitializedAt[i] == pc) {
        return UNINITIALIZED | i;
      }
    }
    if (uninitialized == uninitializedType.length) {
      uninitializedType = Arrays.copyOf(uninitializedType, uninitialized * 2);
      uninitializedAt = Arrays.copyOf(uninitializedAt, uninitialized * 2);
    }
    uninitializedType[uninitialized] = type;
    uninitializedAt[uninitialized] = pc;
    return UNINITIALIZED | uninitialized++;
  }

  /**
   * Returns the type of an uninitialized reference after its constructor; a new instance is exactly
   * of its class.
   */
  public int initialized(int type) {
    int at = type & ~UNINITIALIZED;
    Klass klass = klass(uninitializedType[at]);
    return klass == null
        ? uninitializedType[at]
        : ofClass(klass, uninitializedAt[at] != THIS || klass.isFinal());
  }

  /** The exact type of a new array. */
  public int exact(int type) {
    Klass klass = klass(type);
    return klass == null ? type : ofClass(klass, true);
  }

  public static boolean isUninitialized(int type) {
    return (type & UNINITIALIZED) != 0;
  }

  public boolean isUninitializedThis(int type) {
    return isUninitialized(type) && uninitializedAt[type & ~UNINITIALIZED] == THIS;
  }

  private int declared(int type) {
    return isUninitialized(type) ? uninitializedType[type & ~UNINITIALIZED] : type;
  }

  private Kind kind(int type) {
    return kinds[declared(type) - FIRST_REFERENCE];
  }

  public boolean isUnresolved(int type) {
    return type >= FIRST_REFERENCE && klass(type) == null;
  }

  public boolean isUnresolvedMerge(int type) {
    return type >= FIRST_REFERENCE && kind(type) == Kind.MERGED;
  }

  /**
   * Returns the class, also of an uninitialized reference; null if it is unresolved or not a
   * reference.
   */
  public @Nullable Klass klass(int type) {
    return type < FIRST_REFERENCE ? null : classes[declared(type) - FIRST_REFERENCE];
  }

  /** Descriptor of a reference that has one. */
  public String descriptor(int type) {
    return descriptors[declared(type) - FIRST_REFERENCE];
  }

  public boolean isArray(int type) {
    if (type < FIRST_REFERENCE) {
      return false;
    }
    return switch (kind(type)) {
      case CLASS, EXACT -> descriptor(type).startsWith("[");
      case UNRESOLVED -> descriptor(type).startsWith("[");
      case MERGED -> isArrayMerge(merge(type));
    };
  }

  private Merge merge(int type) {
    return java.util.Objects.requireNonNull(merged.get(type));
  }

  private boolean isArrayMerge(Merge merge) {
    return (merge.resolved == ZERO || isArray(merge.resolved)) && isArray(merge.unresolved[0]);
  }

  boolean isObjectArray(int type) {
    if (!isArray(type)) {
      return false;
    }
    Klass klass = klass(type);
    return klass == null || (klass.component != null && !klass.component.isPrimitive());
  }

  public int component(int array) {
    if (!isArray(array)) {
      return CONFLICT;
    }
    Klass klass = klass(array);
    return klass == null || klass.component == null
        ? ofDescriptor(descriptor(array).substring(1))
        : ofClass(klass.component);
  }

  /** Can the type be made by new-instance, as far as is known? */
  public boolean isInstantiable(int type) {
    Klass klass = klass(type);
    return isUnresolved(type) || (klass != null && klass.isInstantiable());
  }

  public boolean isAssignable(int to, int from) {
    return isAssignable(to, from, false);
  }

  /** As {@link #isAssignable}, but an interface takes only what implements it. */
  public boolean isStrictlyAssignable(int to, int from) {
    return isAssignable(to, from, true);
  }

  private boolean isAssignable(int to, int from, boolean strict) {
    if (to == from) {
      return true;
    }
    if (to < FIRST_REFERENCE) {
      return RegType.accepts(to, from);
    }
    if (RegType.isZeroOrNull(from)) {
      return true;
    }
    if (from < FIRST_REFERENCE || isUninitialized(to) || isUninitialized(from)) {
      return false;
    }
    if (to == object) {
      return true;
    }
    Klass target = klass(to);
    Klass source = klass(from);
    if (linker.isGuessed() && (target == null || source == null || source.isOpen())) {
      return target == null || source == null || target.boot || target.isAssignableFrom(source);
    }
    if (target == null) {
      return false;
    }
    if (!strict && target.isInterface()) {
      return true;
    }
    if (target.component != null && target.component.isObject()) {
      return isObjectArray(from);
    }
    return source != null && target.isAssignableFrom(source);
  }

  /** Returns the result of merging a register that holds these types on two paths. */
  public int merge(int a, int b) {
    if (a == b) {
      return a;
    }
    if ((a | b) < FIRST_REFERENCE) {
      return RegType.merge(a, b);
    }
    if (a >= FIRST_REFERENCE && b >= FIRST_REFERENCE) {
      return mergeReferences(a, b);
    }
    int fixed = Math.min(a, b);
    int reference = Math.max(a, b);
    if (fixed == UNDEFINED) {
      return UNDEFINED;
    }
    return RegType.isZeroOrNull(fixed) && !isUninitialized(reference) ? reference : CONFLICT;
  }

  private int mergeReferences(int a, int b) {
    if (isUninitialized(a) || isUninitialized(b)) {
      return CONFLICT;
    }
    if (a == object || b == object) {
      return object;
    }
    int known = joins.get(a, b);
    if (known == 0) {
      known = isUnresolved(a) || isUnresolved(b) ? mergeUnresolved(a, b) : joinClasses(a, b);
      joins.put(a, b, known);
    }
    return known;
  }

  private int joinClasses(int a, int b) {
    Klass classA = java.util.Objects.requireNonNull(klass(a));
    Klass classB = java.util.Objects.requireNonNull(klass(b));
    Klass join = Klass.join(classA, classB, linker);
    if (join == classA && kind(a) == Kind.CLASS) {
      return a;
    }
    return join == classB && kind(b) == Kind.CLASS ? b : ofClass(join, false);
  }

  private int mergeUnresolved(int a, int b) {
    Merge left = asMerge(a);
    Merge right = asMerge(b);
    int resolved = merge(left.resolved, right.resolved);
    if (resolved == CONFLICT || resolved == object) {
      return resolved;
    }
    boolean leftArray = left.unresolved.length > 0 && isArray(a);
    boolean rightArray = right.unresolved.length > 0 && isArray(b);
    if (leftArray || rightArray || isArray(resolved)) {
      boolean leftIsNone = !leftArray && left.resolved != a;
      boolean rightIsNone = !rightArray && right.resolved != b;
      if (leftIsNone || rightIsNone || !isObjectArray(resolved)) {
        return object;
      }
    }
    int[] unresolved = union(left.unresolved, right.unresolved);
    return unresolved.length > MAX_MERGED ? CONFLICT : ofMerge(new Merge(resolved, unresolved));
  }

  private Merge asMerge(int type) {
    return switch (kind(type)) {
      case MERGED -> merge(type);
      case UNRESOLVED -> new Merge(ZERO, new int[] {type});
      case CLASS, EXACT -> new Merge(type, new int[0]);
    };
  }

  private static int[] union(int[] a, int[] b) {
    int[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return Arrays.stream(all).sorted().distinct().toArray();
  }

  private int ofMerge(Merge merge) {
    Integer known = merges.get(merge);
    if (known != null) {
      return known;
    }
    if (merges.size() >= MAX_MERGES) {
      return CONFLICT;
    }
    int type = add(Kind.MERGED, null, "");
    merges.put(merge, type);
    merged.put(type, merge);
    return type;
  }

  /** The type as messages show it. */
  public String name(int type) {
    if (type < FIRST_REFERENCE) {
      return RegType.name(type);
    }
    if (isUninitialized(type)) {
      String what = isUnresolved(type) ? "Unresolved And Uninitialized " : "Uninitialized ";
      int pc = uninitializedAt[type & ~UNINITIALIZED];
      String name = JavaName.of(descriptor(type));
      return pc == THIS
          ? what + "This Reference: " + name
          : what + "Reference: " + name + " Allocation PC: " + pc;
    }
    return switch (kind(type)) {
      case CLASS -> "Reference: " + JavaName.of(descriptor(type));
      case EXACT -> "Precise Reference: " + JavaName.of(descriptor(type));
      case UNRESOLVED -> "Unresolved Reference: " + JavaName.of(descriptor(type));
      case MERGED -> mergeName(merge(type));
    };
  }

  private String mergeName(Merge merge) {
    var text = new StringBuilder("UnresolvedMergedReferences(").append(name(merge.resolved));
    String separator = " | ";
    for (int each : merge.unresolved) {
      text.append(separator).append(name(each));
      separator = ", ";
    }
    return text.append(')').toString();
  }
}
