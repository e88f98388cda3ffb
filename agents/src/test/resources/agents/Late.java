import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.utility.JavaModule;

/** Byte Buddy's advice in a class that is loaded already. */
public class Late {
  static class Entries {
    @Advice.OnMethodEnter
    static void enter(@Advice.Origin("#m") String method) {
      System.out.println("enter " + method);
    }
  }

  static class Transformed extends AgentBuilder.Listener.Adapter {
    @Override
    public void onTransformation(
        TypeDescription type,
        ClassLoader loader,
        JavaModule module,
        boolean isLoaded,
        DynamicType made) {
      System.out.println("transformed " + type.getName() + " " + isLoaded);
    }
  }

  public static void agentmain(String options, Instrumentation instrumentation) {
    System.out.println("came " + options);
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .with(new Transformed())
        .type(named("Waiting").or(named("Crowd")))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(Entries.class).on(named("late"))))
        .installOn(instrumentation);
  }
}
