import static net.bytebuddy.matcher.ElementMatchers.hasSuperType;
import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.isSynthetic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.Origin;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.implementation.bind.annotation.SuperCall;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.utility.JavaModule;

/** Three rules of Byte Buddy: advice of subtypes, of constructors and methods, a delegation. */
public final class Buddy {
  private Buddy() {}

  static class Calls {
    @Advice.OnMethodEnter
    static void enter(@Advice.Origin("#t.#m#s") String method) {
      System.out.println("enter " + method);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Origin("#m") String method,
        @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object result,
        @Advice.Thrown Throwable thrown) {
      System.out.println("exit " + method + " " + result + " " + thrown);
    }
  }

  static class Made {
    @Advice.OnMethodExit
    static void exit(@Advice.Origin("#t") String type) {
      System.out.println("made " + type);
    }
  }

  public static class Delegate {
    @RuntimeType
    public static Object call(@SuperCall Callable<?> original, @Origin Method method)
        throws Exception {
      Object result = original.call();
      System.out.println("delegated " + method.getName() + " " + result);
      return result;
    }
  }

  static class Failures extends AgentBuilder.Listener.Adapter {
    @Override
    public void onTransformation(
        TypeDescription type,
        ClassLoader loader,
        JavaModule module,
        boolean isLoaded,
        DynamicType made) {
      System.out.println("transformed " + type.getName());
    }

    @Override
    public void onError(
        String name, ClassLoader loader, JavaModule module, boolean isLoaded, Throwable thrown) {
      if (name.startsWith("Orders")) {
        System.out.println("failed " + name + " " + thrown);
      }
    }
  }

  public static void premain(String options, Instrumentation instrumentation) throws Exception {
    System.out.println("options " + options + ", key " + System.getProperty("key"));
    System.out.println("command " + System.getProperty("sun.java.command"));
    System.out.println("version " + System.getProperty("java.version"));
    System.out.println("found " + Class.forName("Orders$Kind", false, Buddy.class.getClassLoader()));
    System.out.println("file " + (ClassLoader.getSystemResource("Orders$Store.class") != null));
    StackWalker.getInstance()
        .forEach(
            each -> {
              if (!each.getClassName().startsWith("sun.instrument.")) {
                System.out.println("frame " + each);
              }
            });
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    System.out.println(
        "of the VM "
            + String.join(
                    " ",
                    (String[])
                        beans.getAttribute(
                            new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME),
                            "InputArguments"))
                .contains("dev.dexscope"));
    ObjectName threads = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
    System.out.println(
        "threads as many "
            + beans
                .getAttribute(threads, "ThreadCount")
                .equals(ManagementFactory.getThreadMXBean().getThreadCount())
            + ", allocations "
            + beans.getAttribute(threads, "ThreadAllocatedMemorySupported"));
    new AgentBuilder.Default()
        .with(new Failures())
        .type(hasSuperType(named("Orders$Handler")).and(not(isAbstract())))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.to(Calls.class).on(named("handle").or(named("reversed")))))
        .type(named("Orders$Store"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder
                    .visit(Advice.to(Made.class).on(isConstructor()))
                    .visit(
                        Advice.to(Calls.class)
                            .on(
                                isMethod()
                                    .and(not(isSynthetic()))
                                    .and(not(named("call").or(named("sum")))))))
        .type(named("Orders"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.method(named("fib")).intercept(MethodDelegation.to(Delegate.class)))
        .installOn(instrumentation);
  }
}
