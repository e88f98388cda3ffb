package dev.dexscope.observe.trace;

import dev.dexscope.trace.Method;
import dev.dexscope.vm.instrument.MethodIds;
import dev.dexscope.vm.runtime.Hooks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reports calls to a listener so that each one that begins also ends, in order: a constructor that
 * is left by an exception does not report it, but the call that catches it does.
 */
final class HeardCalls implements Hooks.Recorder {
  /** The calls of one thread that have not ended. */
  private static final class OpenCalls {
    private int[] methods = new int[64];
    private int depth;

    /** Whether the listener is running, whose own calls are not reported. */
    private boolean isTelling;

    void push(int method) {
      if (depth == methods.length) {
        methods = Arrays.copyOf(methods, 2 * depth);
      }
      methods[depth++] = method;
    }

    /** The place of a method's innermost call; -1 when it has begun before anybody listened. */
    int find(int method) {
      int at = depth - 1;
      while (at >= 0 && methods[at] != method) {
        at--;
      }
      return at;
    }
  }

  private final CallListener listener;
  private final MethodIds ids;
  private final ThreadLocal<OpenCalls> open = ThreadLocal.withInitial(OpenCalls::new);
  private volatile @Nullable ProgramMethod[] methods = new ProgramMethod[256];

  HeardCalls(CallListener listener, MethodIds ids) {
    this.listener = listener;
    this.ids = ids;
  }

  CallListener listener() {
    return listener;
  }

  @Override
  public void enter(int method) {
    OpenCalls calls = open.get();
    if (!calls.isTelling) {
      calls.push(method);
      tell(calls, method, Ending.NONE);
    }
  }

  @Override
  public void exit(int method) {
    end(method, Ending.RETURNED);
  }

  @Override
  public void unwind(int method) {
    end(method, Ending.THROWN);
  }

  @Override
  public void caught(int method) {
    OpenCalls calls = open.get();
    int at = calls.isTelling ? -1 : calls.find(method);
    if (at >= 0) {
      leaveAbove(calls, at);
    }
  }

  private void end(int method, Ending ending) {
    OpenCalls calls = open.get();
    int at = calls.isTelling ? -1 : calls.find(method);
    if (at >= 0) {
      leaveAbove(calls, at);
      calls.depth = at;
      tell(calls, method, ending);
    }
  }

  private void leaveAbove(OpenCalls calls, int at) {
    while (calls.depth > at + 1) {
      tell(calls, calls.methods[--calls.depth], Ending.THROWN);
    }
  }

  private enum Ending {
    NONE,
    RETURNED,
    THROWN
  }

  private void tell(OpenCalls calls, int id, Ending ending) {
    calls.isTelling = true;
    try {
      if (ending == Ending.NONE) {
        listener.entered(method(id));
      } else {
        listener.left(method(id), ending == Ending.THROWN);
      }
    } finally {
      calls.isTelling = false;
    }
  }

  private ProgramMethod method(int id) {
    @Nullable ProgramMethod[] known = methods;
    ProgramMethod method = id < known.length ? known[id] : null;
    return method == null ? remember(id) : method;
  }

  private synchronized ProgramMethod remember(int id) {
    if (id >= methods.length) {
      methods = Arrays.copyOf(methods, 2 * id);
    }
    Method found = ids.method(id);
    var method = new ProgramMethod(found.className(), found.name(), found.signature());
    methods[id] = method;
    return method;
  }
}
