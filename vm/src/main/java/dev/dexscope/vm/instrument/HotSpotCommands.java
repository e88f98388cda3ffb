package dev.dexscope.vm.instrument;

import static java.lang.invoke.MethodType.methodType;

import dev.dexscope.vm.runtime.HostClasses;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * HotSpot's diagnostic commands, those of {@code jcmd}, within this process. The JDK has a bean for
 * them, whose making describes all commands and registers all beans of the platform: that takes as
 * long as a small program. So the method behind the bean is called, where the JDK has it.
 *
 * <pre>{@code
 * String threads = HotSpotCommands.run("Thread.print");
 * }</pre>
 */
public final class HotSpotCommands {
  private static final String PACKAGE = "com.sun.management.internal.";

  /** Null where this JDK has no such method. */
  private static final @Nullable Commands DIRECT = direct();

  /** The bean, without what its constructor does, and the method. */
  private record Commands(Object bean, Method execute) {}

  private HotSpotCommands() {}

  private static @Nullable Commands direct() {
    try {
      // It loads the native library.
      HostClasses.opened(PACKAGE + "PlatformMBeanProviderImpl");
      Class<?> type = HostClasses.opened(PACKAGE + "DiagnosticCommandImpl");
      Method execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
      execute.setAccessible(true);
      return new Commands(made(type), execute);
    } catch (Throwable e) {
      return null;
    }
  }

  /**
   * By a method handle: reflection would read the method's annotations and make classes of them.
   */
  private static Object made(Class<?> type) throws Throwable {
    MethodHandles.Lookup rights = HostClasses.allRights();
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    Object only = rights.findStatic(unsafe, "getUnsafe", methodType(unsafe)).invoke();
    return rights
        .findVirtual(unsafe, "allocateInstance", methodType(Object.class, Class.class))
        .invoke(only, type);
  }

  /**
   * Returns the output of a command.
   *
   * @param command as for {@code jcmd}: {@code GC.class_histogram -all}
   * @throws IOException if HotSpot does not have it, or fails
   */
  public static String run(String command) throws IOException {
    Commands direct = DIRECT;
    try {
      return (String)
          (direct == null ? byBean(command) : direct.execute.invoke(direct.bean, command));
    } catch (JMException | InvocationTargetException | IllegalAccessException e) {
      throw new IOException("HotSpot does not run " + command, e);
    }
  }

  /** The bean has an operation for each command: {@code gcClassHistogram}. */
  private static Object byBean(String command) throws JMException {
    String[] words = command.split(" ", 2);
    return ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            operation(words[0]),
            new Object[] {words.length == 1 ? new String[0] : new String[] {words[1]}},
            new String[] {String[].class.getName()});
  }

  /** {@code jvmtiAgentLoad} of {@code JVMTI.agent_load}. */
  static String operation(String name) {
    var operation = new StringBuilder();
    boolean isFirst = true;
    boolean isCapital = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '.' || c == '_') {
        isFirst = false;
        isCapital = true;
        continue;
      }
      if (isFirst) {
        operation.append(Character.toLowerCase(c));
      } else {
        operation.append(isCapital ? Character.toUpperCase(c) : c);
      }
      isCapital = false;
    }
    return operation.toString();
  }
}
