package dev.dexscope.agents;

import dev.dexscope.agents.api.ClassListener;
import dev.dexscope.agents.api.CodeListener;
import dev.dexscope.agents.api.CodePlace;
import dev.dexscope.agents.api.ExceptionListener;
import dev.dexscope.agents.api.MonitorListener;
import dev.dexscope.agents.api.ThreadListener;
import dev.dexscope.agents.api.ThrownException;
import dev.dexscope.agents.events.EventTarget;
import dev.dexscope.agents.functions.AgentView;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.observe.trace.ProgramMethod;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Converts the arguments of HotSpot's callbacks (environment, JNIEnv, thread, ...) to those of
 * listeners.
 */
final class EventTargets {
  private EventTargets() {}

  static <T> T object(Class<T> type, Call call, int argument) {
    return type.cast(Objects.requireNonNull(Bridge.resolve(call.argument(argument))));
  }

  static Thread thread(Call call) {
    return object(Thread.class, call, 2);
  }

  static EventTarget threads(ThreadListener listener, Told told) {
    return new EventTarget() {
      @Override
      public void happened(Event event, Call call) {
        Thread thread = thread(call);
        told.tell(() -> {
          if (event == Event.THREAD_START) {
            listener.started(thread);
          } else {
            listener.ended(thread);
          }
        });
      }

      @Override
      public void started(Thread main) {
        told.tell(() -> listener.started(main));
      }
    };
  }

  static EventTarget classes(ClassListener listener, Told told) {
    return new EventTarget() {
      @Override
      public void happened(Event event, Call call) {
        prepared(object(Class.class, call, 3));
      }

      @Override
      public void prepared(Class<?> type) {
        told.tell(() -> listener.prepared(type));
      }
    };
  }

  static EventTarget monitors(MonitorListener listener, Told told) {
    return (event, call) -> {
      Thread thread = thread(call);
      Object monitor = object(Object.class, call, 3);
      long detail = call.argument(4);
      told.tell(() -> {
        switch (event) {
          case MONITOR_CONTENDED_ENTER -> listener.contended(thread, monitor);
          case MONITOR_CONTENDED_ENTERED -> listener.entered(thread, monitor);
          case MONITOR_WAIT -> listener.waiting(thread, monitor, Duration.ofMillis(detail));
          default -> listener.waited(thread, monitor, (detail & 0xff) != 0);
        }
      });
    };
  }

  /**
   * Thrown: (method, location, exception, catch method, catch location); caught: the first three.
   */
  static EventTarget exceptions(ExceptionListener listener, Told told, AgentView view) {
    return (event, call) -> {
      Thread thread = thread(call);
      Throwable exception = object(Throwable.class, call, 5);
      CodePlace place = place(view, call, 3);
      if (place == null) {
        return;
      }
      if (event == Event.EXCEPTION) {
        var thrown = new ThrownException(thread, exception, place, place(view, call, 6));
        told.tell(() -> listener.thrown(thrown));
      } else {
        told.tell(() -> listener.caught(thread, exception, place));
      }
    };
  }

  /** (method, location) */
  static EventTarget steps(CodeListener listener, Told told, AgentView view) {
    return (_, call) -> {
      Thread thread = thread(call);
      CodePlace place = place(view, call, 3);
      if (place != null) {
        told.tell(() -> listener.reached(thread, place));
      }
    };
  }

  static @Nullable CodePlace place(AgentView view, Call call, int argument) {
    long method = call.argument(argument);
    ProgramMethod named = method == 0 ? null : view.name(method);
    return named == null ? null : new CodePlace(named, call.argument(argument + 1));
  }
}
