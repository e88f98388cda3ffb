package dev.dexscope.apphost;

import java.io.File;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * The paths of a phone that apps have in their code, such as {@code /data/data/com.acme/databases}:
 * they lead to the app's folders here. Whoever opens a file by its name makes a {@code File} of it,
 * which has its file system normalize the name; so that is what is replaced, by a class that passes
 * all else on. The JDK has no other way below {@code java.nio.file}.
 */
public final class PhonePaths {
  private static final ClassDesc TYPE = ClassDesc.of("java.io.PhoneFileSystem");
  private static final ClassDesc SYSTEM = ClassDesc.of("java.io.FileSystem");
  private static final ClassDesc OPERATOR = UnaryOperator.class.describeConstable().orElseThrow();
  private static final String FILES = "files";
  private static final String PATHS = "paths";

  /** A folder of phones, and where it is here. */
  private record Mount(String point, String folder) {}

  private static final List<Mount> MOUNTS = new CopyOnWriteArrayList<>();

  private PhonePaths() {}

  /** Begins; there are none yet. */
  static void install() throws ReflectiveOperationException {
    // java.lang.invoke and java.io are open to this process.
    Field all = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    all.setAccessible(true);
    var rights = (MethodHandles.Lookup) all.get(null);
    Class<?> system = Class.forName("java.io.FileSystem");
    UnaryOperator<String> paths = PhonePaths::local;
    Field used = File.class.getDeclaredField("FS");
    used.setAccessible(true);
    Object files = used.get(null);
    Class<?> type = rights.in(File.class).defineClass(file(system));
    try {
      MethodHandle make =
          rights.findConstructor(
              type, MethodType.methodType(void.class, system, UnaryOperator.class));
      set(rights, used, make.invoke(files, paths));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The field is static and final, which only the JDK's own means change. */
  private static void set(MethodHandles.Lookup rights, Field field, Object value) throws Throwable {
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    Object means = rights.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
    MethodType ofField = MethodType.methodType(Object.class, Field.class);
    Object base = rights.findVirtual(unsafe, "staticFieldBase", ofField).invoke(means, field);
    long offset =
        (long)
            rights
                .findVirtual(
                    unsafe, "staticFieldOffset", MethodType.methodType(long.class, Field.class))
                .invoke(means, field);
    rights
        .findVirtual(
            unsafe,
            "putReferenceVolatile",
            MethodType.methodType(void.class, Object.class, long.class, Object.class))
        .invoke(means, base, offset, value);
  }

  /**
   * Adds a folder of phones.
   *
   * @param point its path there
   */
  public static void mount(String point, Path folder) {
    MOUNTS.add(new Mount(point, folder.toAbsolutePath().toString()));
  }

  /** Returns the path of a file here. */
  public static String local(String path) {
    for (Mount each : MOUNTS) {
      String point = each.point;
      if (path.startsWith(point)
          && (path.length() == point.length() || path.charAt(point.length()) == '/')) {
        return each.folder + path.substring(point.length());
      }
    }
    return path;
  }

  private static byte[] file(Class<?> system) {
    MethodTypeDesc constructor = MethodTypeDesc.of(ConstantDescs.CD_void, SYSTEM, OPERATOR);
    return ClassFile.of()
        .build(
            TYPE,
            type -> {
              type.withSuperclass(SYSTEM);
              type.withField(FILES, SYSTEM, ClassFile.ACC_FINAL);
              type.withField(PATHS, OPERATOR, ClassFile.ACC_FINAL);
              type.withMethodBody(
                  ConstantDescs.INIT_NAME,
                  constructor,
                  0,
                  code ->
                      code.aload(0)
                          .invokespecial(SYSTEM, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                          .aload(0)
                          .aload(1)
                          .putfield(TYPE, FILES, SYSTEM)
                          .aload(0)
                          .aload(2)
                          .putfield(TYPE, PATHS, OPERATOR)
                          .return_());
              Arrays.stream(system.getDeclaredMethods())
                  .filter(each -> !Modifier.isStatic(each.getModifiers()))
                  .forEach(each ->
                      type.withMethodBody(
                          each.getName(),
                          descriptor(each),
                          ClassFile.ACC_PUBLIC,
                          code -> pass(each, code)));
            });
  }

  private static MethodTypeDesc descriptor(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .describeConstable()
        .orElseThrow();
  }

  /** Passes a call on; the name that is normalized is a local one first. */
  private static void pass(Method method, CodeBuilder code) {
    MethodTypeDesc descriptor = descriptor(method);
    code.aload(0).getfield(TYPE, FILES, SYSTEM);
    if (method.getName().equals("normalize")) {
      code.aload(0)
          .getfield(TYPE, PATHS, OPERATOR)
          .aload(1)
          .invokeinterface(
              OPERATOR,
              "apply",
              MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object))
          .checkcast(ConstantDescs.CD_String);
    } else {
      for (int i = 0; i < descriptor.parameterCount(); i++) {
        code.loadLocal(TypeKind.from(descriptor.parameterType(i)), code.parameterSlot(i));
      }
    }
    code.invokevirtual(SYSTEM, method.getName(), descriptor)
        .return_(TypeKind.from(descriptor.returnType()));
  }
}
