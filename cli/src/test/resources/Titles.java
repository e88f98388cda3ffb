import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/** Byte Buddy's advice in an activity that is on the screen already. */
public class Titles {
  static class Title {
    @Advice.OnMethodExit
    static void exit(@Advice.Origin("#m") String method, @Advice.This Object activity)
        throws ReflectiveOperationException {
      activity
          .getClass()
          .getMethod("setTitle", CharSequence.class)
          .invoke(activity, "After " + method);
    }
  }

  public static void agentmain(String options, Instrumentation instrumentation) {
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .type(nameEndsWith(".SightingsActivity"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(Title.class).on(named(options))))
        .installOn(instrumentation);
  }
}
