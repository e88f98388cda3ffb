package dev.dexscope.dex.verify.rules;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_BRIDGE;
import static java.lang.classfile.ClassFile.ACC_ENUM;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_INTERFACE;
import static java.lang.classfile.ClassFile.ACC_NATIVE;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_STRICT;
import static java.lang.classfile.ClassFile.ACC_SYNCHRONIZED;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.classfile.ClassFile.ACC_TRANSIENT;
import static java.lang.classfile.ClassFile.ACC_VARARGS;
import static java.lang.classfile.ClassFile.ACC_VOLATILE;

import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.verify.link.Descriptors;
import dev.dexscope.dex.verify.link.LinkedMethod;
import dev.dexscope.dex.verify.link.Pretty;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The checks that ART's dex file verifier makes on a class before anything is loaded
 * ("class_def_item", "access_flags Definitions"): a file with a class that fails here is not opened
 * at all.
 */
public final class ClassStructure {
  private static final int JAVA_FLAGS = 0xffff;
  private static final int CONSTRUCTOR = LinkedMethod.CONSTRUCTOR;
  private static final int DECLARED_SYNCHRONIZED = 0x20000;
  private static final int ACCESS = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED;
  private static final int FIELD_FLAGS =
      ACCESS | ACC_STATIC | ACC_FINAL | ACC_VOLATILE | ACC_TRANSIENT | ACC_SYNTHETIC | ACC_ENUM;
  private static final int METHOD_FLAGS =
      ACCESS
          | ACC_STATIC
          | ACC_FINAL
          | ACC_SYNTHETIC
          | ACC_SYNCHRONIZED
          | ACC_BRIDGE
          | ACC_VARARGS
          | ACC_NATIVE
          | ACC_ABSTRACT
          | ACC_STRICT;

  private final DexFile dex;
  private final int classIndex;
  private final boolean isInterface;

  /** Files that may have default methods are held to more rules than those before. */
  private final boolean strict;

  private ClassStructure(DexFile dex, int classIndex) {
    this.dex = dex;
    this.classIndex = classIndex;
    this.isInterface = (dex.classDef(classIndex).accessFlags() & ACC_INTERFACE) != 0;
    this.strict = dex.supportsDefaultMethods();
  }

  /** Returns the problem of the class, or null. */
  public static @Nullable String check(DexFile dex, int classIndex) {
    var structure = new ClassStructure(dex, classIndex);
    String wrong = structure.checkHeader();
    return wrong != null ? wrong : structure.checkMembers();
  }

  private @Nullable String checkHeader() {
    String descriptor = dex.classDef(classIndex).type();
    if (!isClass(descriptor)) {
      return "invalid class descriptor '" + descriptor + "'";
    }
    if ((dex.classDef(classIndex).accessFlags() & ~JAVA_FLAGS) != 0) {
      return "invalid class flags " + hex(dex.classDef(classIndex).accessFlags());
    }
    String superclass = dex.classDef(classIndex).superclass();
    if (superclass != null && !isClass(superclass)) {
      return "invalid superclass '" + superclass + "'";
    }
    if (superclass != null && isDefinedLater(superclass)) {
      return "class defined before its superclass " + JavaName.of(superclass);
    }
    Set<String> seen = new HashSet<>();
    for (String each : dex.classDef(classIndex).interfaces()) {
      if (!isClass(each)) {
        return "invalid interface '" + each + "'";
      }
      if (isDefinedLater(each)) {
        return "class defined before its interface " + JavaName.of(each);
      }
      if (!seen.add(each)) {
        return "duplicate interface " + JavaName.of(each);
      }
    }
    return null;
  }

  private static boolean isClass(String descriptor) {
    return descriptor.startsWith("L") && Descriptors.isReference(descriptor);
  }

  private boolean isDefinedLater(String supertype) {
    return strict && dex.findClassIndex(supertype) >= classIndex;
  }

  private @Nullable String checkMembers() {
    ClassData data = dex.classDef(classIndex).data();
    String wrong = checkFields(data.staticFields(), true);
    wrong = wrong != null ? wrong : checkFields(data.instanceFields(), false);
    Set<Integer> direct = new HashSet<>();
    for (EncodedMethod method : data.directMethods()) {
      wrong = wrong != null ? wrong : checkMethod(method, true);
      direct.add(method.index());
    }
    for (EncodedMethod method : data.virtualMethods()) {
      wrong = wrong != null ? wrong : checkMethod(method, false);
      if (wrong == null && direct.contains(method.index())) {
        wrong = "virtual method is a direct method too: " + Pretty.method(dex, method.index());
      }
    }
    return wrong;
  }

  private @Nullable String checkFields(List<EncodedField> fields, boolean expectStatic) {
    for (EncodedField field : fields) {
      String wrong = checkField(field.accessFlags(), expectStatic);
      if (wrong != null) {
        return wrong + ": " + Pretty.field(dex, field.index()) + " " + hex(field.accessFlags());
      }
    }
    return null;
  }

  private @Nullable String checkField(int flags, boolean expectStatic) {
    if (((flags & ACC_STATIC) != 0) != expectStatic) {
      return "static/instance field not in expected list";
    }
    if ((flags & ~JAVA_FLAGS) != 0) {
      return "bad field access_flags";
    }
    if (Integer.bitCount(flags & ACCESS) > 1) {
      return "field may have only one of public/protected/private";
    }
    if (isInterface) {
      int constant = ACC_PUBLIC | ACC_FINAL | ACC_STATIC;
      if (strict && (flags & constant) != constant) {
        return "interface field is not public final static";
      }
      return strict && (flags & FIELD_FLAGS & ~(constant | ACC_SYNTHETIC)) != 0
          ? "interface field has disallowed flag"
          : null;
    }
    return (flags & (ACC_VOLATILE | ACC_FINAL)) == (ACC_VOLATILE | ACC_FINAL)
        ? "fields may not be volatile and final"
        : null;
  }

  private @Nullable String checkMethod(EncodedMethod method, boolean expectDirect) {
    String name = dex.methodName(method.index());
    String wrong = checkMethod(method, name, expectDirect);
    return wrong == null
        ? null
        : wrong + ": " + Pretty.method(dex, method.index()) + " " + hex(method.accessFlags());
  }

  private @Nullable String checkMethod(EncodedMethod method, String name, boolean expectDirect) {
    int flags = method.accessFlags();
    boolean constructor = LinkedMethod.isConstructorName(name);
    if (name.startsWith("<") && !constructor) {
      return "bad method name";
    }
    if ((flags & ~(JAVA_FLAGS | CONSTRUCTOR | DECLARED_SYNCHRONIZED)) != 0) {
      return "bad method access_flags";
    }
    if (Integer.bitCount(flags & ACCESS) > 1) {
      return "method may have only one of public/protected/private";
    }
    if ((flags & CONSTRUCTOR) != 0 && !constructor) {
      return "method is marked constructor, but doesn't match name";
    }
    boolean isStatic = (flags & ACC_STATIC) != 0;
    if (strict && constructor && isStatic != name.equals("<clinit>")) {
      return "constructor is not flagged correctly wrt/ static";
    }
    boolean direct = (flags & (ACC_STATIC | ACC_PRIVATE)) != 0 || constructor;
    if (direct != expectDirect) {
      return "direct/virtual method not in expected list";
    }
    int allowed = ACC_PUBLIC | ACC_STATIC | ACC_PRIVATE;
    if (strict && isInterface && (flags & allowed) == 0) {
      return "interface virtual method is not public";
    }
    String wrong =
        method.hasCode()
            ? checkConcrete(flags & METHOD_FLAGS, name)
            : checkBodiless(flags & METHOD_FLAGS, constructor);
    return wrong == null && constructor ? checkConstructor(method.index(), name) : wrong;
  }

  private @Nullable String checkConcrete(int flags, String name) {
    if ((flags & (ACC_NATIVE | ACC_ABSTRACT)) != 0) {
      return "method has code, but is marked native or abstract";
    }
    int allowed = ACCESS | ACC_STRICT | ACC_VARARGS | ACC_SYNTHETIC;
    return name.equals("<init>") && (flags & ~allowed) != 0
        ? "constructor flagged inappropriately"
        : null;
  }

  private @Nullable String checkBodiless(int flags, boolean constructor) {
    if ((flags & (ACC_NATIVE | ACC_ABSTRACT)) == 0) {
      return "method has no code, but is not marked native or abstract";
    }
    if (strict && constructor) {
      return "constructor must not be abstract or native";
    }
    int forbidden =
        ACC_PRIVATE | ACC_STATIC | ACC_FINAL | ACC_NATIVE | ACC_STRICT | ACC_SYNCHRONIZED;
    if ((flags & ACC_ABSTRACT) != 0 && (flags & forbidden) != 0) {
      return "abstract method has disallowed access flags";
    }
    int required = ACC_PUBLIC | ACC_ABSTRACT;
    return strict && isInterface && (flags & required) != required
        ? "interface method is not public and abstract"
        : null;
  }

  private @Nullable String checkConstructor(int index, String name) {
    String proto = dex.protoDescriptor(dex.methodProto(index));
    if (!proto.endsWith(")V")) {
      return "constructor must be void";
    }
    return name.equals("<clinit>") && !proto.equals("()V")
        ? "<clinit> must have descriptor ()V"
        : null;
  }

  private static String hex(int flags) {
    return "0x" + Integer.toHexString(flags);
  }
}
