package dev.dexscope.dexer;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.FieldBuilder;
import dev.dexscope.dex.write.MethodBuilder;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Translates a class. */
final class ClassDexer {
  /** ACC_SUPER (JVMS 4.1): in dex files this bit is the one of synchronized methods. */
  private static final int SUPER = 0x20;

  private final ClassModel model;
  private final ClassBuilder to;
  private final Names names;
  private final Members members;
  private final Pool pool;
  private final Lambdas lambdas;
  private final Dynamics dynamics;
  private final int api;

  private ClassDexer(ClassModel model, ClassBuilder to, Nest nest, Names names, int api) {
    this.model = model;
    this.to = to;
    this.names = names;
    this.api = api;
    this.pool = new Pool(model.constantPool(), names);
    this.members = new Members(to.type(), superclass(), nest);
    this.lambdas = new Lambdas(members, pool, to);
    this.dynamics = new Dynamics(model, to, pool, lambdas, new Handles(members, pool));
  }

  /**
   * Translates a class into one that is being built.
   *
   * @return the classes of its lambda expressions, which have to be made, too, by their types
   */
  static Map<String, Consumer<ClassBuilder>> translate(
      ClassModel model, ClassBuilder to, Nest nest, Names names, int api) {
    var dexer = new ClassDexer(model, to, nest, names, api);
    dexer.translate();
    return dexer.lambdas.classes();
  }

  private String superclass() {
    return model.superclass().isPresent()
        ? names.descriptor(model.superclass().get().asInternalName())
        : "Ljava/lang/Object;";
  }

  private void translate() {
    List<String> interfaces = new ArrayList<>();
    for (ClassEntry each : model.interfaces()) {
      interfaces.add(names.descriptor(each.asInternalName()));
    }
    int flags = Metadata.flags(model, model.flags().flagsMask() & ~SUPER);
    if ((flags & AccessFlags.INTERFACE) != 0) {
      flags |= AccessFlags.ABSTRACT; // Old compilers omitted it.
    }
    to.accessFlags(flags)
        .superclass(to.type().equals("Ljava/lang/Object;") ? null : superclass())
        .interfaces(interfaces);
    Metadata.ofClass(model, to, api);
    for (FieldModel each : model.fields()) {
      int fieldFlags = Metadata.flags(each, each.flags().flagsMask());
      FieldBuilder field =
          to.field(
              fieldFlags,
              each.fieldName().stringValue(),
              names.type(each.fieldType().stringValue()));
      Metadata.ofField(each, field, api);
    }
    for (MethodModel each : model.methods()) {
      if (!isDeserializer(each)) {
        translate(each, each.methodName().stringValue());
      }
    }
    addSpecials();
  }

  /** Android cannot read serialized lambda expressions: the method that would is left out. */
  private static boolean isDeserializer(MethodModel method) {
    return method.methodName().equalsString("$deserializeLambda$")
        && (method.flags().flagsMask() & AccessFlags.SYNTHETIC) != 0;
  }

  /** Adds the private copies of methods that are called without looking for those that override. */
  private void addSpecials() {
    for (MethodRef each = members.nextSpecial(); each != null; each = members.nextSpecial()) {
      for (MethodModel method : model.methods()) {
        if (method.methodName().equalsString(each.name())
            && pool.proto(method.methodType().stringValue()).equals(each.proto())) {
          translate(method, Members.special(each).name());
        }
      }
    }
  }

  private void translate(MethodModel from, String name) {
    CodeAttribute code = from.findAttribute(Attributes.code()).orElse(null);
    int flags = Metadata.flags(from, from.flags().flagsMask());
    if (!from.methodName().equalsString(name)) {
      int access = AccessFlags.PUBLIC | AccessFlags.PROTECTED | AccessFlags.FINAL;
      flags = (flags & ~access) | AccessFlags.PRIVATE | AccessFlags.SYNTHETIC;
    }
    if (Lambdas.isBody(flags, name)) {
      boolean isInterface = (to.accessFlags() & AccessFlags.INTERFACE) != 0;
      flags = (flags & ~AccessFlags.PRIVATE) | (isInterface ? AccessFlags.PUBLIC : 0);
    }
    if ((flags & AccessFlags.SYNCHRONIZED) != 0 && code != null) {
      flags = (flags & ~AccessFlags.SYNCHRONIZED) | AccessFlags.DECLARED_SYNCHRONIZED;
    }
    if (name.equals("<clinit>")) {
      flags |= AccessFlags.STATIC;
    }
    MethodBuilder method = to.method(flags, name, pool.proto(from.methodType().stringValue()));
    Metadata.ofMethod(from, method, api);
    boolean isBodyless = (flags & (AccessFlags.ABSTRACT | AccessFlags.NATIVE)) != 0;
    if (isBodyless == (code != null)) {
      throw new UnsupportedClassException("method " + name + " with other code than its flags say");
    }
    if (code != null) {
      CodeDexer.translate(members, pool, dynamics, method, code);
    }
  }
}
