package dev.dexscope.apphost.device.system;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects of the framework's interfaces and classes whose methods do nothing: they return zero or
 * null, and an object like this where they return another type of the same package. They are what
 * an app finds that sets up a part of the phone which is absent.
 */
public final class Hollow {
  private static final ClassDesc SELF = ClassDesc.of(Hollow.class.getName());
  private static final MethodTypeDesc OF =
      MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Class);

  private static final ClassValue<Object> MADE =
      new ClassValue<>() {
        @Override
        protected Object computeValue(Class<?> type) {
          return make(type);
        }
      };

  private Hollow() {}

  /** Returns the object of a type, which is always the same. */
  public static Object of(Class<?> type) {
    return MADE.get(type);
  }

  private static Object make(Class<?> type) {
    if (type.isInterface()) {
      return Proxy.newProxyInstance(
          type.getClassLoader(),
          new Class<?>[] {type},
          (proxy, method, _) -> answer(proxy, method));
    }
    try {
      Constructor<?> constructor =
          MethodHandles.privateLookupIn(type, MethodHandles.lookup())
              .defineHiddenClass(subclass(type), true)
              .lookupClass()
              .getDeclaredConstructor();
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no object of " + type.getName(), e);
    }
  }

  private static @Nullable Object answer(Object proxy, Method method) {
    Class<?> type = method.getReturnType();
    if (method.getDeclaringClass() == Object.class) {
      // Of equals no object needs more here: there is one of each type.
      return type == int.class ? (Object) System.identityHashCode(proxy) : zero(type);
    }
    return isHollow(type, method.getDeclaringClass()) ? of(type) : zero(type);
  }

  private static @Nullable Object zero(Class<?> type) {
    return type.isPrimitive() && type != void.class
        ? Array.get(Array.newInstance(type, 1), 0)
        : null;
  }

  private static boolean isHollow(Class<?> type, Class<?> of) {
    return !type.isPrimitive()
        && !type.isArray()
        && type.getPackageName().equals(of.getPackageName())
        && (type.isInterface() || isOpen(type));
  }

  private static boolean isOpen(Class<?> type) {
    return !Modifier.isFinal(type.getModifiers())
        && Arrays.stream(type.getDeclaredConstructors())
            .anyMatch(
                each -> each.getParameterCount() == 0 && !Modifier.isPrivate(each.getModifiers()));
  }

  private static byte[] subclass(Class<?> type) {
    ClassDesc superclass = type.describeConstable().orElseThrow();
    ClassDesc name = ClassDesc.of(type.getPackageName(), "Hollow" + type.getSimpleName());
    return ClassFile.of()
        .build(
            name,
            made -> {
              made.withSuperclass(superclass);
              made.withMethodBody(
                  ConstantDescs.INIT_NAME,
                  ConstantDescs.MTD_void,
                  ClassFile.ACC_PUBLIC,
                  code ->
                      code.aload(0)
                          .invokespecial(
                              superclass, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                          .return_());
              for (Method each : unimplemented(type)) {
                made.withMethodBody(
                    each.getName(),
                    descriptor(each),
                    each.getModifiers() & (ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED),
                    code -> answer(code, each));
              }
            });
  }

  private static MethodTypeDesc descriptor(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .describeConstable()
        .orElseThrow();
  }

  private static Iterable<Method> unimplemented(Class<?> type) {
    Map<String, Method> found = new HashMap<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      Arrays.stream(each.getDeclaredMethods()).forEach(method -> add(method, found));
    }
    Arrays.stream(type.getMethods()).forEach(method -> add(method, found));
    return found.values().stream()
        .filter(each -> Modifier.isAbstract(each.getModifiers()))
        .toList();
  }

  /** Those of subclasses come first. */
  private static void add(Method method, Map<String, Method> found) {
    found.putIfAbsent(method.getName() + descriptor(method).descriptorString(), method);
  }

  private static void answer(CodeBuilder code, Method method) {
    Class<?> type = method.getReturnType();
    if (isHollow(type, method.getDeclaringClass())) {
      ClassDesc result = type.describeConstable().orElseThrow();
      code.loadConstant(result).invokestatic(SELF, "of", OF).checkcast(result).areturn();
      return;
    }
    TypeKind kind = TypeKind.from(type);
    switch (kind.asLoadable()) {
      case VOID -> {}
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      case REFERENCE -> code.aconst_null();
      default -> code.iconst_0();
    }
    code.return_(kind);
  }
}
