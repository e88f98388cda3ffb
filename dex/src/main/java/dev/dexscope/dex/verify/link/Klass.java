package dev.dexscope.dex.verify.link;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_INTERFACE;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;

import dev.dexscope.dex.JavaName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A loaded class: its supertypes are loaded too, so that assignment, access and resolution can be
 * decided. Arrays and primitive types are classes as well. Effectively immutable; members are read
 * from the definition on demand.
 */
public final class Klass {
  private static final Klass[] NONE = {};

  /** A small number of its own for each class of one linker: register types are keyed by it. */
  public final int index;

  public final String descriptor;
  public final int flags;

  /** Boot classes and the application's are in different runtime packages. */
  public final boolean boot;

  public final @Nullable Klass superclass;
  final Klass[] interfaces;

  /** Every interface, inherited ones first and each before its subinterfaces. */
  public final Klass[] interfaceTable;

  /** The element type's class of an array one dimension lower; null if it is not an array. */
  public final @Nullable Klass component;

  private final int depth;

  /** Whether there are unknown supertypes. */
  private final boolean isOpen;

  private final @Nullable ClassDefinition definition;
  private volatile @Nullable Map<String, LinkedMethod> methods;
  private volatile @Nullable Map<String, LinkedField> fields;

  private Klass(
      int index,
      String descriptor,
      int flags,
      boolean boot,
      @Nullable Klass superclass,
      Klass[] interfaces,
      Klass[] interfaceTable,
      @Nullable Klass component,
      @Nullable ClassDefinition definition,
      boolean isGuess) {
    this.index = index;
    this.descriptor = descriptor;
    this.flags = flags;
    this.boot = boot;
    this.superclass = superclass;
    this.interfaces = interfaces;
    this.interfaceTable = interfaceTable;
    this.component = component;
    this.definition = definition;
    this.depth = superclass == null ? 0 : superclass.depth + 1;
    this.isOpen = isGuess || hasOpen(superclass, interfaces);
  }

  private static boolean hasOpen(@Nullable Klass superclass, Klass[] interfaces) {
    for (Klass each : interfaces) {
      if (each.isOpen) {
        return true;
      }
    }
    return superclass != null && superclass.isOpen;
  }

  /** Returns a stand-in for a missing class of the platform, with any member that code requires. */
  static Klass guessed(int index, String descriptor, boolean isInterface, Klass object) {
    int flags = ACC_PUBLIC | (isInterface ? ACC_INTERFACE | ACC_ABSTRACT : 0);
    return new Klass(index, descriptor, flags, true, object, NONE, NONE, null, null, true);
  }

  static Klass primitive(int index, String descriptor) {
    int flags = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
    return new Klass(index, descriptor, flags, true, null, NONE, NONE, null, null, false);
  }

  /** An array is as accessible as its component, and abstract and final whatever that is. */
  static Klass array(int index, Klass component, Klass object, Klass[] interfaces) {
    int flags = (component.flags & ~ACC_INTERFACE) | ACC_ABSTRACT | ACC_FINAL;
    return new Klass(
        index,
        '[' + component.descriptor,
        flags,
        component.boot,
        object,
        interfaces,
        interfaces,
        component,
        null,
        component.isOpen);
  }

  static Klass defined(
      int index,
      ClassDefinition definition,
      boolean boot,
      @Nullable Klass superclass,
      Klass[] interfaces,
      Klass[] interfaceTable) {
    return new Klass(
        index,
        definition.descriptor(),
        definition.flags(),
        boot,
        superclass,
        interfaces,
        interfaceTable,
        null,
        definition,
        false);
  }

  public @Nullable ClassDefinition definition() {
    return definition;
  }

  /** Returns how many superclasses there are above. */
  int depth() {
    return depth;
  }

  /** Returns whether it may have supertypes and members that are not known. */
  public boolean isOpen() {
    return isOpen;
  }

  public boolean isPrimitive() {
    return descriptor.length() == 1;
  }

  boolean isArray() {
    return component != null;
  }

  public boolean isInterface() {
    return (flags & ACC_INTERFACE) != 0;
  }

  public boolean isFinal() {
    return (flags & ACC_FINAL) != 0;
  }

  boolean isPublic() {
    return (flags & ACC_PUBLIC) != 0;
  }

  public boolean isObject() {
    return superclass == null && !isPrimitive();
  }

  public boolean isInstantiable() {
    return isArray() || (flags & (ACC_INTERFACE | ACC_ABSTRACT)) == 0;
  }

  /** True when a register of this type can hold instances of this very class only. */
  public boolean isExact() {
    return component == null ? isFinal() : component.isPrimitive() || component.isExact();
  }

  public boolean isAssignableFrom(Klass source) {
    if (this == source) {
      return true;
    }
    if (isPrimitive() || source.isPrimitive()) {
      return false;
    }
    if (isObject()) {
      return true;
    }
    if (isInterface()) {
      return source.implementsInterface(this);
    }
    if (source.component != null) {
      return component != null && component.isAssignableFrom(source.component);
    }
    return !source.isInterface() && source.isSubclassOf(this);
  }

  private boolean implementsInterface(Klass wanted) {
    for (Klass each : interfaceTable) {
      if (each == wanted) {
        return true;
      }
    }
    return false;
  }

  boolean isSubclassOf(Klass other) {
    Klass each = this;
    for (int up = depth - other.depth; up > 0; up--) {
      each = java.util.Objects.requireNonNull(each.superclass);
    }
    return each == other;
  }

  /**
   * Returns the class that both are assigned to when two paths meet. For interfaces there need not
   * be a least one: the runtime takes the last that both have in common, else Object, and postpones
   * the check to the call.
   */
  public static Klass join(Klass s, Klass t, Linker linker) {
    if (s.isAssignableFrom(t)) {
      return s;
    }
    if (t.isAssignableFrom(s)) {
      return t;
    }
    if (s.component != null && t.component != null) {
      return s.component.isPrimitive() || t.component.isPrimitive()
          ? linker.object()
          : linker.arrayOf(join(s.component, t.component, linker));
    }
    if (s.isInterface() || t.isInterface()) {
      return commonInterface(s, t, linker);
    }
    return commonSuperclass(s, t);
  }

  private static Klass commonInterface(Klass s, Klass t, Linker linker) {
    for (int i = s.interfaceTable.length; i >= 0; i--) {
      Klass candidate = i == s.interfaceTable.length ? s : s.interfaceTable[i];
      if (candidate.isInterface() && (candidate == t || t.implementsInterface(candidate))) {
        return candidate;
      }
    }
    return linker.object();
  }

  private static Klass commonSuperclass(Klass s, Klass t) {
    while (s != t) {
      // Classes of equal depth go up in turn; Object is above them all.
      if (s.depth >= t.depth) {
        s = java.util.Objects.requireNonNull(s.superclass);
      } else {
        t = java.util.Objects.requireNonNull(t.superclass);
      }
    }
    return s;
  }

  public boolean canAccess(Klass other) {
    return other.isPublic() || isInSamePackage(other);
  }

  public boolean canAccessMember(Klass declaring, int memberFlags) {
    if (this == declaring || (memberFlags & ACC_PUBLIC) != 0) {
      return true;
    }
    if ((memberFlags & ACC_PRIVATE) != 0) {
      return false;
    }
    if ((memberFlags & ACC_PROTECTED) != 0 && !isInterface() && isSubclassOf(declaring)) {
      return true;
    }
    return isInSamePackage(declaring);
  }

  /** Returns whether both are in one package of one class loader. */
  public boolean isInSamePackage(Klass other) {
    Klass a = this.element();
    Klass b = other.element();
    return a == b || (a.boot == b.boot && packageOf(a.descriptor).equals(packageOf(b.descriptor)));
  }

  private Klass element() {
    Klass each = this;
    while (each.component != null) {
      each = each.component;
    }
    return each;
  }

  private static String packageOf(String descriptor) {
    return descriptor.substring(0, Math.max(0, descriptor.lastIndexOf('/')));
  }

  /** The field that a reference names (JLS order), or null. */
  public @Nullable LinkedField findField(String name, String type) {
    String key = name + ':' + type;
    for (Klass k = this; k != null; k = k.superclass) {
      LinkedField field = k.fields().get(key);
      if (field != null) {
        return field;
      }
      for (Klass each : k.interfaces) {
        field = each.findStaticField(key);
        if (field != null) {
          return field;
        }
      }
    }
    return null;
  }

  private @Nullable LinkedField findStaticField(String key) {
    LinkedField field = fields().get(key);
    if (field != null && (field.flags() & ACC_STATIC) != 0) {
      return field;
    }
    // The table holds each interface once, so that a diamond is not walked twice.
    for (Klass each : interfaceTable) {
      field = each.fields().get(key);
      if (field != null && (field.flags() & ACC_STATIC) != 0) {
        return field;
      }
    }
    return null;
  }

  /** The method that a reference to this class names, whatever the kind of call; or null. */
  public @Nullable LinkedMethod findMethod(String nameAndProto) {
    return isInterface() ? findInterfaceMethod(nameAndProto) : findClassMethod(nameAndProto);
  }

  public @Nullable LinkedMethod findClassMethod(String key) {
    LinkedMethod own = methods().get(key);
    if (own != null) {
      return own;
    }
    LinkedMethod hidden = null;
    Klass k = superclass;
    for (; k != null; k = k.superclass) {
      LinkedMethod method = k.methods().get(key);
      if (method != null) {
        if (inherits(method)) {
          return method;
        }
        hidden = method;
        break;
      }
    }
    for (Klass each = this; each != null && each != k; each = each.superclass) {
      LinkedMethod copied = each.findCopiedMethod(key);
      if (copied != null) {
        return copied;
      }
    }
    return hidden;
  }

  /** Returns whether a superclass declares such a method, inherited or not. */
  public boolean isDeclaredAbove(String key) {
    for (Klass k = superclass; k != null; k = k.superclass) {
      if (k.methods().containsKey(key)) {
        return true;
      }
    }
    return false;
  }

  private boolean inherits(LinkedMethod method) {
    if ((method.flags() & (ACC_PUBLIC | ACC_PROTECTED)) != 0) {
      return true;
    }
    if ((method.flags() & ACC_PRIVATE) != 0) {
      return false;
    }
    for (Klass k = this; k != null && k != method.declaring(); k = k.superclass) {
      if (!k.isInSamePackage(method.declaring())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns a class's method from its interfaces: a default, or a "miranda" that represents one.
   */
  private @Nullable LinkedMethod findCopiedMethod(String key) {
    LinkedMethod found = null;
    for (int i = interfaceTable.length - 1; i >= 0; i--) {
      LinkedMethod method = interfaceTable[i].methods().get(key);
      if (method != null && !method.isDirect()) {
        if (!method.isAbstract()) {
          return method;
        }
        found = found == null ? method.asMiranda() : found;
      }
    }
    return found;
  }

  @Nullable LinkedMethod findInterfaceMethod(String key) {
    if (isInterface()) {
      LinkedMethod own = methods().get(key);
      if (own != null) {
        return own;
      }
    }
    for (Klass each : interfaceTable) {
      LinkedMethod method = each.methods().get(key);
      if (method != null && !method.isDirect()) {
        return method;
      }
    }
    if (isInterface() && superclass != null) {
      LinkedMethod method = superclass.methods().get(key);
      if (method != null && (method.flags() & (ACC_PUBLIC | ACC_STATIC)) == ACC_PUBLIC) {
        return method;
      }
    }
    return null;
  }

  /** True when the virtual method table of this class has a slot that the method lives in. */
  public boolean hasSlotFor(LinkedMethod method) {
    if (!method.declaring().isInterface() && isSubclassOf(method.declaring())) {
      return true;
    }
    for (Klass k = this; k != null; k = k.superclass) {
      LinkedMethod overridden = k.methods().get(method.key());
      if (overridden != null
          && !overridden.isDirect()
          && method.declaring().canAccessMember(k, overridden.flags())) {
        return true;
      }
    }
    return findCopiedMethod(method.key()) != null;
  }

  public Map<String, LinkedMethod> methods() {
    Map<String, LinkedMethod> map = methods;
    if (map == null) {
      map = linkMethods();
      methods = map;
    }
    return map;
  }

  private Map<String, LinkedMethod> linkMethods() {
    if (definition == null) {
      return Map.of();
    }
    List<ClassDefinition.Member> members = definition.methods();
    var map = HashMap.<String, LinkedMethod>newHashMap(members.size());
    for (ClassDefinition.Member member : members) {
      LinkedMethod method = LinkedMethod.of(this, member);
      map.putIfAbsent(method.key(), method);
    }
    return map;
  }

  private Map<String, LinkedField> fields() {
    Map<String, LinkedField> map = fields;
    if (map == null) {
      map = linkFields();
      fields = map;
    }
    return map;
  }

  private Map<String, LinkedField> linkFields() {
    if (definition == null) {
      return Map.of();
    }
    List<ClassDefinition.Member> members = definition.fields();
    var map = HashMap.<String, LinkedField>newHashMap(members.size());
    for (ClassDefinition.Member member : members) {
      // An instance field is found before a static one of the same name and type.
      String key = member.name() + ':' + member.descriptor();
      LinkedField field = new LinkedField(this, member.name(), member.descriptor(), member.flags());
      if ((member.flags() & ACC_STATIC) == 0) {
        map.put(key, field);
      } else {
        map.putIfAbsent(key, field);
      }
    }
    return map;
  }

  @Override
  public String toString() {
    return JavaName.of(descriptor);
  }
}
