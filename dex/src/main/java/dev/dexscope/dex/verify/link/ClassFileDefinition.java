package dev.dexscope.dex.verify.link;

import static java.lang.classfile.ClassFile.ACC_SUPER;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class as a class file defines it: its header and the headers of its members. Synchronized
 * because the JDK's model decodes names on demand, and is not thread-safe.
 */
final class ClassFileDefinition implements ClassDefinition {
  private final ClassModel model;

  ClassFileDefinition(byte[] bytes) {
    this.model = ClassFile.of().parse(bytes);
  }

  @Override
  public synchronized String descriptor() {
    return 'L' + model.thisClass().asInternalName() + ';';
  }

  @Override
  public synchronized int flags() {
    return model.flags().flagsMask() & ~ACC_SUPER;
  }

  @Override
  public synchronized @Nullable String superclass() {
    return model.superclass().map(each -> 'L' + each.asInternalName() + ';').orElse(null);
  }

  @Override
  public synchronized List<String> interfaces() {
    return model.interfaces().stream().map(each -> 'L' + each.asInternalName() + ';').toList();
  }

  @Override
  public synchronized List<Member> fields() {
    List<Member> members = new ArrayList<>();
    for (FieldModel field : model.fields()) {
      members.add(
          new Member(
              field.fieldName().stringValue(),
              field.fieldType().stringValue(),
              field.flags().flagsMask()));
    }
    return members;
  }

  @Override
  public synchronized List<Member> methods() {
    List<Member> members = new ArrayList<>();
    for (MethodModel method : model.methods()) {
      members.add(
          new Member(
              method.methodName().stringValue(),
              method.methodType().stringValue(),
              method.flags().flagsMask()));
    }
    return members;
  }
}
