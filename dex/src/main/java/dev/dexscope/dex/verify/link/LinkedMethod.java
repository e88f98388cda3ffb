package dev.dexscope.dex.verify.link;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_NATIVE;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_VARARGS;

/**
 * A method of a loaded class.
 *
 * @param proto parameters and return type: {@code (I)V}
 * @param flags access flags; the names {@code <init>} and {@code <clinit>} imply {@link
 *     #CONSTRUCTOR}
 * @param miranda represents an interface's method in a class that does not implement it
 */
public record LinkedMethod(Klass declaring, String name, String proto, int flags, boolean miranda) {
  public static final int CONSTRUCTOR = 0x10000;

  static LinkedMethod of(Klass declaring, ClassDefinition.Member member) {
    int implied = isConstructorName(member.name()) ? CONSTRUCTOR : 0;
    return new LinkedMethod(
        declaring, member.name(), member.descriptor(), member.flags() | implied, false);
  }

  public static boolean isConstructorName(String name) {
    return name.equals("<init>") || name.equals("<clinit>");
  }

  LinkedMethod asMiranda() {
    return new LinkedMethod(declaring, name, proto, flags, true);
  }

  String key() {
    return name + proto;
  }

  public boolean isConstructor() {
    return (flags & CONSTRUCTOR) != 0;
  }

  public boolean isClassInitializer() {
    return isConstructor() && isStatic();
  }

  public boolean isStatic() {
    return (flags & ACC_STATIC) != 0;
  }

  public boolean isPrivate() {
    return (flags & ACC_PRIVATE) != 0;
  }

  public boolean isPublic() {
    return (flags & ACC_PUBLIC) != 0;
  }

  boolean isAbstract() {
    return (flags & ACC_ABSTRACT) != 0;
  }

  /** Static, private or a constructor: never dispatched through the virtual method table. */
  public boolean isDirect() {
    return (flags & (ACC_STATIC | ACC_PRIVATE | CONSTRUCTOR)) != 0;
  }

  public boolean isSignaturePolymorphic() {
    return (flags & (ACC_NATIVE | ACC_VARARGS)) == (ACC_NATIVE | ACC_VARARGS);
  }

  @Override
  public String toString() {
    return Pretty.method(declaring.descriptor, name, proto);
  }
}
