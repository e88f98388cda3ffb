package dev.dexscope.vm.runtime.substitute;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.lang.management.RuntimeMXBean;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/** Methods of {@link ManagementFactory}. */
public final class ManagementFactoryMethods {
  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();

  /** The platform's, of which there is one, once its beans show the program. */
  private static final MBeanServer SERVER = showing(ManagementFactory.getPlatformMBeanServer());

  private ManagementFactoryMethods() {}

  /**
   * {@link ManagementFactory#getPlatformMBeanServer}: its beans answer as they do when they are
   * called by their interfaces.
   */
  public static MBeanServer getPlatformMBeanServer() {
    return SERVER;
  }

  private static MBeanServer showing(MBeanServer server) {
    try {
      show(
          server,
          ManagementFactory.RUNTIME_MXBEAN_NAME,
          RuntimeMXBean.class,
          RuntimeMXBean.class,
          RuntimeMXBeanMethods.class);
      show(
          server,
          ManagementFactory.THREAD_MXBEAN_NAME,
          ThreadMXBean.class,
          java.lang.management.ThreadMXBean.class,
          ThreadMXBeanMethods.class);
      return server;
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Registers a bean in the place of the platform's.
   *
   * @param substituted the interface whose methods have substitutes
   */
  private static <T extends PlatformManagedObject> void show(
      MBeanServer server, String name, Class<T> type, Class<?> substituted, Class<?> substitutes)
      throws JMException {
    T bean = ManagementFactory.getPlatformMXBean(type);
    InvocationHandler shown =
        (_, method, arguments) -> answer(bean, method, arguments, substituted, substitutes);
    Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, shown);
    ObjectName known = new ObjectName(name);
    server.unregisterMBean(known);
    server.registerMBean(new StandardMBean(type.cast(proxy), type, true), known);
  }

  private static @Nullable Object answer(
      Object bean,
      Method method,
      Object @Nullable [] arguments,
      Class<?> substituted,
      Class<?> substitutes)
      throws Throwable {
    MethodType type =
        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .insertParameterTypes(0, substituted);
    try {
      return OWN.findStatic(substitutes, method.getName(), type)
          .bindTo(bean)
          .invokeWithArguments(arguments == null ? new Object[0] : arguments);
    } catch (NoSuchMethodException e) {
      try {
        return method.invoke(bean, arguments);
      } catch (InvocationTargetException thrown) {
        throw thrown.getTargetException();
      }
    }
  }
}
