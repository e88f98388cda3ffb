package dev.dexscope.vm.runtime;

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
}
