package dev.dexscope.vm.runtime;

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
}
