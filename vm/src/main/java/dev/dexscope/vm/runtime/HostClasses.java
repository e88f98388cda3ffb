package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Classes of the JDK that it shows to itself only. */
public final class HostClasses {
  private HostClasses() {}

  /**
   * A class whose members can be made accessible from now on. The launcher opens what programs
   * reach for; the rest few of them need, so that it is opened where it is needed.
   */
  public static Class<?> opened(String name) throws ReflectiveOperationException {
    Class<?> type = Class.forName(name);
    Method open = Module.class.getDeclaredMethod("implAddOpens", String.class, Module.class);
    open.setAccessible(true);
    open.invoke(type.getModule(), type.getPackageName(), HostClasses.class.getModule());
    return type;
  }

  /** Rights in all classes, that to write final fields included. */
  public static MethodHandles.Lookup allRights() throws ReflectiveOperationException {
    Field all = opened(MethodHandles.Lookup.class.getName()).getDeclaredField("IMPL_LOOKUP");
    all.setAccessible(true);
    return (MethodHandles.Lookup) all.get(null);
  }

  /**
   * Returns the member of a direct method handle. A class may call members that it inherits from a
   * class that it does not see, which its own lookup does not reveal.
   *
   * @throws IllegalArgumentException if it is not direct
   */
  public static MethodHandleInfo reveal(MethodHandle direct) {
    try {
      return allRights().revealDirect(direct);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
