package dev.dexscope.agents.machine;

import java.util.ArrayList;
import java.util.List;

/** The names under which others find the library's code. */
final class Symbols {
  /**
   * Entries for calls of functions, each the first of its kind; they are {@link Layout#ENTRY}
   * apart.
   */
  static final String ENTRIES = "dexscope_entries";

  static final String FRAME_ENTRIES = "dexscope_frame_entries";
  static final String AROUND_ENTRIES = "dexscope_around_entries";
  static final String AROUND_WITH_FRAMES_ENTRIES = "dexscope_around_with_frames_entries";
  static final String CLASS_SIGNATURE = "dexscope_class_signature";
  static final String STACK_TRACE = "dexscope_stack_trace";
  static final String EVENT_ENTRIES = "dexscope_event_entries";
  static final String JNI_ENTRIES = "dexscope_jni_entries";
  static final String FIND_CLASS = "dexscope_find_class";
  static final String GET_ENV = "dexscope_get_env";
  static final String GET_JAVA_VM = "dexscope_get_java_vm";
  static final String TO_LOCAL = "dexscope_to_local";
  static final String ON_LOAD = "Agent_OnLoad";
  static final String BRIDGE = "Java_dev_dexscope_agents_machine_Bridge_";
  static final String AGENT_CALLS = "Java_dev_dexscope_agents_machine_AgentCalls_";

  /** The name of the data. */
  static final String DATA = "dexscope_data";

  private static final List<String> FUNCTIONS =
      List.of(
          ON_LOAD,
          ENTRIES,
          FRAME_ENTRIES,
          AROUND_ENTRIES,
          AROUND_WITH_FRAMES_ENTRIES,
          CLASS_SIGNATURE,
          STACK_TRACE,
          EVENT_ENTRIES,
          JNI_ENTRIES,
          FIND_CLASS,
          GET_ENV,
          GET_JAVA_VM,
          TO_LOCAL,
          BRIDGE + "resolve",
          BRIDGE + "environment",
          BRIDGE + "globalReference",
          BRIDGE + "release",
          BRIDGE + "takeUnheard",
          BRIDGE + "deallocate",
          BRIDGE + "enter",
          BRIDGE + "leave",
          BRIDGE + "hide",
          BRIDGE + "nest",
          BRIDGE + "forced",
          BRIDGE + "force",
          BRIDGE + "get",
          BRIDGE + "globalReferences",
          BRIDGE + "call",
          BRIDGE + "invoke",
          AGENT_CALLS + "start",
          AGENT_CALLS + "tell",
          AGENT_CALLS + "tellObject",
          AGENT_CALLS + "post");

  private Symbols() {}

  /** All functions, the labels of the code. */
  static List<String> functions() {
    List<String> all = new ArrayList<>(FUNCTIONS);
    for (HeapCallback each : HeapCallback.values()) {
      all.add(each.symbol());
    }
    return all;
  }

  /**
   * Where an event's calls go on, by the kind of the event. Both kinds of machine code have these
   * labels.
   */
  static String eventLabel(int event) {
    if (event >= Layout.FIRST_CLASS_EVENT && event <= Layout.LAST_CLASS_EVENT) {
      return "class_event";
    }
    return switch (event) {
      case Layout.STEP_EVENT -> "step_event";
      case Layout.ENTRY_EVENT, Layout.EXIT_EVENT -> "method_event";
      default -> "event";
    };
  }
}
