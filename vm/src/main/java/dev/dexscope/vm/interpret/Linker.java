package dev.dexscope.vm.interpret;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.vm.code.CalledMethod;
import dev.dexscope.vm.code.MethodSource;
import dev.dexscope.vm.code.Refusal;
import dev.dexscope.vm.code.Substitutions;
import dev.dexscope.vm.runtime.Construction;
import dev.dexscope.vm.runtime.HostClasses;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.runtime.SuperMethods;
import java.io.ObjectInputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Resolves the names in the code of one class, with the rights of that class. */
final class Linker {
  /**
   * The methods that load the classes of a stream, without parameters and with an object as result.
   */
  private static final Set<String> READS_OBJECTS = Set.of("readObject", "readUnshared");

  private final Lookup lookup;
  private final DexFile dex;
  private final Hierarchy hierarchy;

  Linker(Lookup lookup, MethodSource source) {
    this.lookup = lookup;
    this.dex = source.dex();
    this.hierarchy = source.hierarchy();
  }

  DexFile dex() {
    return dex;
  }

  Lookup lookup() {
    return lookup;
  }

  Class<?> self() {
    return lookup.lookupClass();
  }

  Class<?> type(int index) {
    return type(dex.type(index));
  }

  Class<?> type(String descriptor) {
    int dimensions = 0;
    while (descriptor.charAt(dimensions) == '[') {
      dimensions++;
    }
    Class<?> type = element(descriptor.substring(dimensions), descriptor);
    for (int i = 0; i < dimensions; i++) {
      type = type.arrayType();
    }
    return type;
  }

  private Class<?> element(String element, String descriptor) {
    return switch (element.charAt(0)) {
      case 'V' -> void.class;
      case 'Z' -> boolean.class;
      case 'B' -> byte.class;
      case 'S' -> short.class;
      case 'C' -> char.class;
      case 'I' -> int.class;
      case 'J' -> long.class;
      case 'F' -> float.class;
      case 'D' -> double.class;
      default -> {
        String name = element.substring(1, element.length() - 1).replace('/', '.');
        try {
          yield Class.forName(name, false, self().getClassLoader());
        } catch (ClassNotFoundException e) {
          var error = new NoClassDefFoundError("Failed resolution of: " + descriptor);
          error.initCause(e);
          throw error;
        }
      }
    };
  }

  /** The class, if the code may use it. */
  Class<?> accessible(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.componentType();
    }
    if (!element.isPrimitive()) {
      try {
        lookup.accessClass(element);
      } catch (IllegalAccessException e) {
        throw new IllegalAccessError(
            "Illegal class access: '"
                + self().getTypeName()
                + "' attempting to access '"
                + element.getTypeName()
                + "'");
      }
    }
    return type;
  }

  void initialize(Class<?> type) {
    try {
      lookup.ensureInitialized(type);
    } catch (IllegalAccessException e) {
      throw refused(e);
    }
  }

  MethodType methodType(Proto proto) {
    List<Class<?>> parameters = new ArrayList<>();
    for (String each : proto.parameters()) {
      parameters.add(type(each));
    }
    return MethodType.methodType(type(proto.returnType()), parameters);
  }

  /** The field by the class that declares it. */
  FieldRef declared(FieldRef field) {
    return hierarchy.declared(field);
  }

  /** A member's class as a lookup may name it, and the lookup. */
  private record Access(Lookup rights, Class<?> owner) {}

  /** Returns a handle that reads or writes a field. */
  MethodHandle field(FieldRef field, boolean isStatic, boolean read) {
    Class<?> named = accessible(type(field.definingClass()));
    try {
      if (!isThere(field.type())) {
        return BlindAccess.ofField(lookup, field, isStatic, read);
      }
      Class<?> type = type(field.type());
      String name = field.name();
      Access access =
          hierarchy.isProtectedFrom(self().descriptorString(), field)
              ? ofDeclaring(declared(field).definingClass(), named)
              : new Access(lookup, named);
      Lookup rights = access.rights;
      Class<?> owner = access.owner;
      if (isStatic) {
        return read
            ? rights.findStaticGetter(owner, name, type)
            : rights.findStaticSetter(owner, name, type);
      }
      return read ? rights.findGetter(owner, name, type) : setter(rights, owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw refused(e);
    }
  }

  /**
   * Returns access to a protected member with the rights of the class that declares it: the JVM
   * grants those of the code for objects of its own class only (JVMS 5.4.4), ART does not look at
   * the object. That class need not see the named one.
   */
  private Access ofDeclaring(String declaring, Class<?> named) throws IllegalAccessException {
    Class<?> type = type(declaring);
    return Call.isPlatform(type)
        ? new Access(lookup, named)
        : new Access(MethodHandles.privateLookupIn(type, lookup), type);
  }

  private Access access(MethodRef method) throws IllegalAccessException {
    Class<?> named = accessible(type(method.definingClass()));
    String owner =
        hierarchy.methodOwner(method.definingClass(), method.name() + method.proto().descriptor());
    return owner != null && hierarchy.isProtectedFrom(self().descriptorString(), method)
        ? ofDeclaring(owner, named)
        : new Access(lookup, named);
  }

  /** Constructors write final fields of their own class; so may its other methods, in ART. */
  private MethodHandle setter(Lookup rights, Class<?> owner, String name, Class<?> type)
      throws ReflectiveOperationException {
    try {
      return rights.findSetter(owner, name, type);
    } catch (IllegalAccessException e) {
      if (owner != self()) {
        throw e;
      }
      return HostClasses.allRights().findSetter(owner, name, type);
    }
  }

  MethodHandle staticMethod(MethodRef method) {
    try {
      Access access = access(method);
      return access.rights.findStatic(access.owner, method.name(), methodType(method.proto()));
    } catch (NoClassDefFoundError e) {
      return blindCall(method, BlindAccess.Kind.STATIC, e);
    } catch (ReflectiveOperationException e) {
      throw refused(e);
    }
  }

  /** Returns the method that a call on an object names in the JVM. */
  MethodRef calledConstructor(MethodRef named) {
    return CalledMethod.constructor(named, hierarchy);
  }

  CalledMethod called(MethodRef method, boolean byInterface, @Nullable String receiver) {
    return CalledMethod.of(method, byInterface, receiver, hierarchy);
  }

  /** A method that the receiver's class chooses, or a private one. */
  MethodHandle virtualMethod(MethodRef method) {
    Class<?> owner = accessible(type(method.definingClass()));
    try {
      MethodType type = methodType(method.proto());
      if (ObjectInputStream.class.isAssignableFrom(owner)
          && READS_OBJECTS.contains(method.name())) {
        return Trampoline.to(lookup, ObjectInputStream.class, method.name(), type);
      }
      Access access = access(method);
      return access.rights.findVirtual(access.owner, method.name(), type);
    } catch (NoClassDefFoundError e) {
      return blindCall(
          method, owner.isInterface() ? BlindAccess.Kind.INTERFACE : BlindAccess.Kind.VIRTUAL, e);
    } catch (ReflectiveOperationException e) {
      throw refused(e);
    }
  }

  private boolean isThere(String type) {
    try {
      type(type);
      return true;
    } catch (NoClassDefFoundError e) {
      return false;
    }
  }

  private MethodHandle blindCall(
      MethodRef method, BlindAccess.Kind kind, NoClassDefFoundError missing) {
    Proto proto = method.proto();
    if (isThere(proto.returnType()) && proto.parameters().stream().allMatch(this::isThere)) {
      throw missing;
    }
    boolean inInterface = accessible(type(method.definingClass())).isInterface();
    try {
      return BlindAccess.ofMethod(lookup, method, kind, inInterface, this::isThere);
    } catch (ReflectiveOperationException e) {
      throw refused(e);
    }
  }

  /** A method as invoke-super finds it: the superclass's, or that of an interface. */
  MethodHandle superMethod(MethodRef method) {
    Class<?> named = accessible(type(method.definingClass()));
    if (!named.isInterface() && !named.isAssignableFrom(self())) {
      Linkage.noSuperMethod(method.name() + method.proto().descriptor(), method.definingClass());
    }
    // It looks in the superclass whatever class names the method.
    Class<?> owner = named == self() && !named.isInterface() ? self().getSuperclass() : named;
    try {
      return SuperMethods.find(lookup, owner, method.name(), methodType(method.proto()));
    } catch (ReflectiveOperationException e) {
      throw refused(e);
    }
  }

  MethodHandle constructor(MethodRef method) {
    try {
      Access access = access(method);
      return access.rights.findConstructor(access.owner, methodType(method.proto()));
    } catch (ReflectiveOperationException e) {
      throw refused(e);
    }
  }

  /** Makes an object of a class by its own constructor, or by that of a superclass. */
  MethodHandle constructor(MethodRef method, String made) throws Throwable {
    if (method.definingClass().equals(made)) {
      MethodRef maker = Substitutions.maker(method);
      return maker == null ? constructor(method) : staticMethod(maker);
    }
    MethodType type = methodType(method.proto()).changeReturnType(type(made));
    return Construction.newInstance(lookup, "new", type, method.definingClass()).dynamicInvoker();
  }

  /** Returns the substitute of a platform method that differs on Android. */
  @Nullable MethodRef substitute(MethodRef method) {
    return Substitutions.find(method, hierarchy);
  }

  /** A method_handle_item as an object. */
  MethodHandle handle(dev.dexscope.dex.MethodHandle item) {
    FieldRef field = item.field();
    if (field != null) {
      return switch (item.kind()) {
        case STATIC_PUT -> field(field, true, false);
        case STATIC_GET -> field(field, true, true);
        case INSTANCE_PUT -> field(field, false, false);
        default -> field(field, false, true);
      };
    }
    MethodRef method = Objects.requireNonNull(item.method());
    return switch (item.kind()) {
      case INVOKE_STATIC -> staticMethod(method);
      case INVOKE_CONSTRUCTOR -> constructor(method);
      default -> virtualMethod(method);
    };
  }

  /** Returns the error that an instruction throws whenever it is reached. */
  Error error(Refusal refusal) {
    if (refusal.isOfMissingClass()) {
      type(refusal.failure().descriptor()); // throws, unless the class has appeared since
      return Linkage.didNotThrow();
    }
    return refusal.error();
  }

  /** Returns the error of an instruction whose class or member is missing or not accessible. */
  private static LinkageError refused(ReflectiveOperationException e) {
    if (e.getCause() instanceof LinkageError cause) {
      return cause;
    }
    return switch (e) {
      case NoSuchFieldException _ -> new NoSuchFieldError(e.getMessage());
      case NoSuchMethodException _ -> new NoSuchMethodError(e.getMessage());
      default -> new IllegalAccessError(e.getMessage());
    };
  }
}
