import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.Breakpoints;
import dev.dexscope.agents.api.CodePlace;
import dev.dexscope.agents.api.ToolEnvironment;
import dev.dexscope.agents.api.Variables;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** Prints the arguments of each call of a method. Options: {@code CLASS.METHOD}. */
public class Stops implements Agent {
  @Override
  public void start(ToolEnvironment environment, String options) throws IOException {
    int dot = options.lastIndexOf('.');
    if (dot < 0) {
      throw new IOException("which method? --agent Stops.java=CLASS.METHOD");
    }
    String className = options.substring(0, dot);
    String name = options.substring(dot + 1);
    Variables variables = environment.variables();
    Breakpoints breakpoints =
        environment.onBreakpoints((thread, place) -> print(thread, place, variables));
    environment.onClasses(type -> {
      if (type.getName().equals(className)) {
        for (Method each : type.getDeclaredMethods()) {
          if (each.getName().equals(name)) {
            breakpoints.set(type, name, descriptor(each), 0);
          }
        }
      }
    });
  }

  private static void print(Thread thread, CodePlace place, Variables variables) {
    System.out.println(
        thread.getName() + ": " + place.method().name() + " " + variables.values());
  }

  private static String descriptor(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .toMethodDescriptorString();
  }
}
