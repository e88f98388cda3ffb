package dev.dexscope.agents;

import dev.dexscope.observe.Observation;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The process of a test: runs a program with agents. {@code DEX CLASS AGENT...}, where agents are
 * paths, {@code name:LIBRARY}, {@code java:JAR} or {@code agent:CODE}; and {@code
 * property:KEY=VALUE}
 */
public final class AgentProgram {
  private AgentProgram() {}

  public static void main(String[] args) throws IOException {
    List<AgentOption> agents = new ArrayList<>();
    Map<String, String> properties = new HashMap<>();
    try {
      Vm vm =
          Vm.start(
              Engine.valueOf(System.getProperty("engine", "TRANSLATED")), null, new Observation());
      for (String each : List.of(args).subList(2, args.length)) {
        if (each.startsWith("java:")) {
          agents.add(AgentOption.instrument(each.substring("java:".length())));
        } else if (each.startsWith("property:")) {
          int equals = each.indexOf('=');
          properties.put(each.substring("property:".length(), equals), each.substring(equals + 1));
        } else if (each.startsWith("name:")) {
          agents.add(AgentOption.name(each.substring("name:".length())));
        } else if (each.startsWith("agent:")) {
          agents.add(AgentOption.java(each.substring("agent:".length())));
        } else {
          agents.add(AgentOption.path(each));
        }
      }
      var program = new Program(List.of(Path.of(args[0])), args[1]);
      System.exit(Agents.run(agents, vm, program, properties));
    } catch (AgentException e) {
      System.out.println("refused: " + e.getMessage());
      System.exit(4);
    }
  }
}
