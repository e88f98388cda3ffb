package dev.dexscope.dex.verify.link;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_STATIC;

/** A field of a loaded class. */
public record LinkedField(Klass declaring, String name, String type, int flags) {
  public boolean isStatic() {
    return (flags & ACC_STATIC) != 0;
  }

  public boolean isFinal() {
    return (flags & ACC_FINAL) != 0;
  }

  @Override
  public String toString() {
    return Pretty.field(declaring.descriptor, name, type);
  }
}
