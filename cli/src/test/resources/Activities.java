import static net.bytebuddy.matcher.ElementMatchers.hasSuperType;
import static net.bytebuddy.matcher.ElementMatchers.nameContains;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/** Byte Buddy's advice in an app's activities. */
public class Activities {
  static class Entries {
    @Advice.OnMethodEnter
    static void enter(@Advice.Origin("#m") String method, @Advice.This Object activity) {
      System.out.println("entered " + method + " of " + activity.getClass().getSimpleName());
    }
  }

  public static void premain(String options, Instrumentation instrumentation) {
    new AgentBuilder.Default()
        .type(hasSuperType(named("android.app.Activity")).and(nameContains("birdbook")))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(Entries.class).on(named("onCreate"))))
        .installOn(instrumentation);
  }
}
