package dev.dexscope.dex.verify;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_STATIC;

/** A field of a loaded class. */
record LinkedField(Klass declaring, String name, String type, int flags) {
  boolean isStatic() {
    return (flags & ACC_STATIC) != 0;
  }

  boolean isFinal() {
    return (flags & ACC_FINAL) != 0;
  }

  @Override
  public String toString() {
    return Pretty.field(declaring.descriptor, name, type);
  }
}
