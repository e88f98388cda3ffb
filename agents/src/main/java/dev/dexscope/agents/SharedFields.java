package dev.dexscope.agents;

import dev.dexscope.agents.api.CodePlace;
import dev.dexscope.agents.api.FieldListener;
import dev.dexscope.agents.api.FieldUse;
import dev.dexscope.agents.api.WatchedFields;
import dev.dexscope.agents.events.Listening;
import dev.dexscope.agents.functions.AgentView;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.program.FrameVariables;
import org.jspecify.annotations.Nullable;

/** The fields that all agents in Java watch. */
final class SharedFields {
  /** The capabilities, by their bits in {@code jvmtiCapabilities}. */
  private static final long FIELD_EVENTS = 1L << 1 | 1L << 2;

  private record Field(Class<?> type, String name) {}

  private record Listener(FieldListener listener, Told told) {}

  private final Wanted<Field, Listener> wanted = new Wanted<>();
  private final AgentView view;
  private final Listening listening;

  SharedFields(Agents agents) {
    this.view = agents.view();
    this.listening =
        agents.listen(this::tell, FIELD_EVENTS, Event.FIELD_ACCESS, Event.FIELD_MODIFICATION);
  }

  /** Those of an agent. */
  WatchedFields of(FieldListener listener, Told told) {
    var who = new Listener(listener, told);
    return new WatchedFields() {
      @Override
      public void watch(Class<?> type, String field) {
        wanted.add(new Field(type, field), who, () -> listening.watch(true, type, field));
      }

      @Override
      public void unwatch(Class<?> type, String field) {
        wanted.remove(new Field(type, field), who, () -> listening.watch(false, type, field));
      }
    };
  }

  /** (method, location, class, object, field), and when it is written (type, value). */
  private void tell(Event event, Call call) {
    Thread thread = EventTargets.thread(call);
    CodePlace place = EventTargets.place(view, call, 3);
    Class<?> type = EventTargets.object(Class.class, call, 5);
    String field = view.fieldName(type, call.argument(7));
    if (place == null || field == null) {
      return;
    }
    long owner = call.argument(6);
    var use = new FieldUse(thread, place, type, field, owner == 0 ? null : Bridge.resolve(owner));
    for (Listener each : wanted.by(new Field(type, field))) {
      if (event == Event.FIELD_ACCESS) {
        each.told.tell(() -> each.listener.read(use));
      } else {
        @Nullable Object value =
            FrameVariables.value((char) (call.argument(8) & 0xff), call.argument(9));
        each.told.tell(() -> each.listener.written(use, value));
      }
    }
  }
}
