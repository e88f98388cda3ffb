package dev.dexscope.dex.verify;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.link.LinkedField;
import dev.dexscope.dex.verify.link.LinkedMethod;
import dev.dexscope.dex.verify.link.Linker;
import org.jspecify.annotations.Nullable;

/**
 * The relations of classes, as the verifier's class linker sees them: a translator queries it to
 * decide on a cast or on the kind of a call. Classes are named by descriptors; thread-safe.
 *
 * <pre>{@code
 * Hierarchy hierarchy = verifier.hierarchy();
 * boolean cast = !hierarchy.isAssignable("Ljava/lang/String;", "Ljava/lang/Comparable;");
 * }</pre>
 */
public final class Hierarchy {
  private final Linker linker;

  Hierarchy(Linker linker) {
    this.linker = linker;
  }

  /** Returns whether the class can be loaded. */
  public boolean isKnown(String descriptor) {
    return linker.find(descriptor) != null;
  }

  /** Returns whether it is an interface; false if unknown. */
  public boolean isInterface(String descriptor) {
    Klass klass = linker.find(descriptor);
    return klass != null && klass.isInterface();
  }

  /** Returns whether it comes from the platform, not from the dex files or their libraries. */
  public boolean isPlatform(String descriptor) {
    Klass klass = linker.find(descriptor);
    return klass != null && klass.boot;
  }

  /** Returns the superclass; null for Object and for unknown classes. */
  public @Nullable String superclass(String descriptor) {
    Klass klass = linker.find(descriptor);
    return klass == null || klass.superclass == null ? null : klass.superclass.descriptor;
  }

  /**
   * Returns whether a reference to one is a reference to the other without a check; false if
   * unknown.
   */
  public boolean isAssignable(String from, String to) {
    if (from.equals(to)) {
      return true;
    }
    Klass source = linker.find(from);
    Klass target = linker.find(to);
    return source != null && target != null && target.isAssignableFrom(source);
  }

  /** Returns the common type of both: the type of a reference where paths with both meet. */
  public String join(String a, String b) {
    Klass first = linker.find(a);
    Klass second = linker.find(b);
    return first == null || second == null
        ? "Ljava/lang/Object;"
        : Klass.join(first, second, linker).descriptor;
  }

  /**
   * Returns the class that declares the field that a reference resolves to; null if it does not
   * resolve.
   */
  public @Nullable String fieldOwner(String descriptor, String name, String type) {
    Klass klass = linker.find(descriptor);
    LinkedField field = klass == null ? null : klass.findField(name, type);
    return field == null ? null : field.declaring().descriptor;
  }

  /**
   * Returns whether a field is protected in another package, so that to the JVM code of a class may
   * only use that of the class's own objects (JVMS 4.10.1.8). ART does not look at the object.
   */
  public boolean isProtectedFrom(String code, FieldRef field) {
    Klass klass = linker.find(field.definingClass());
    LinkedField found = klass == null ? null : klass.findField(field.name(), field.type());
    return found != null && isProtectedFrom(code, found.flags(), found.declaring());
  }

  /** The same of a method that is called on an object. */
  public boolean isProtectedFrom(String code, MethodRef method) {
    Klass klass = linker.find(method.definingClass());
    LinkedMethod found =
        klass == null ? null : klass.findMethod(method.name() + method.proto().descriptor());
    return found != null && isProtectedFrom(code, found.flags(), found.declaring());
  }

  private boolean isProtectedFrom(String code, int flags, Klass declaring) {
    Klass klass = linker.find(code);
    return (flags & AccessFlags.PROTECTED) != 0
        && klass != null
        && !klass.isInSamePackage(declaring);
  }

  /**
   * The interface whose default method a call finds that names a class, although a superclass has a
   * method of that name which the class does not inherit: ART looks on (class.cc,
   * FindClassMethodWithSignature), the JVM finds the superclass's (JVMS 5.4.3.3). Null where both
   * find the same.
   */
  public @Nullable String interfacePastUninherited(MethodRef method) {
    Klass klass = linker.find(method.definingClass());
    if (klass == null || klass.isInterface()) {
      return null;
    }
    String key = method.name() + method.proto().descriptor();
    LinkedMethod found = klass.findClassMethod(key);
    return found != null && found.declaring().isInterface() && klass.isDeclaredAbove(key)
        ? found.declaring().descriptor
        : null;
  }

  /**
   * Returns the error that an instruction throws when the runtime links it, because of the class or
   * member that it names; null if it may use it.
   *
   * @param code the class of the code
   * @param dex the file of the code
   */
  public @Nullable LinkFailure failureOf(String code, DexFile dex, Instruction at) {
    Klass self = linker.find(code);
    return self == null ? null : new RuntimeLinking(linker, self).of(dex, at);
  }

  /** A field by the class that declares it; itself when it is not found. */
  public FieldRef declared(FieldRef field) {
    String owner = fieldOwner(field.definingClass(), field.name(), field.type());
    return owner == null ? field : new FieldRef(owner, field.name(), field.type());
  }

  /**
   * Returns the class that declares the method that a reference resolves to; null if it does not
   * resolve.
   */
  public @Nullable String methodOwner(String descriptor, String nameAndProto) {
    Klass klass = linker.find(descriptor);
    LinkedMethod method = klass == null ? null : klass.findMethod(nameAndProto);
    return method == null ? null : method.declaring().descriptor;
  }
}
