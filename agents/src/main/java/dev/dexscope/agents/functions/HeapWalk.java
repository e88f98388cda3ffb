package dev.dexscope.agents.functions;

import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.HeapCallback;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the heap, by the arguments of its function: those of JVM TI 1.0 have callbacks in
 * front of the user's data, the others a structure of them.
 *
 * @param data the argument that is the user's data
 * @param from the argument that is the object at which the walk begins; 0 where it is none
 * @param callbacks the arguments in front of the data; none for a {@code jvmtiHeapCallbacks}
 */
record HeapWalk(int data, int from, List<HeapCallback> callbacks) implements Handler {
  static final HeapWalk REFERENCES = new HeapWalk(5, 3);
  static final HeapWalk HEAP = new HeapWalk(4, 0);
  static final HeapWalk OLD_REFERENCES_FROM_OBJECT =
      new HeapWalk(3, 1, HeapCallback.OLD_REFERENCE_FROM_OBJECT);
  static final HeapWalk OLD_REFERENCES =
      new HeapWalk(4, 0, HeapCallback.OLD_ROOT, HeapCallback.OLD_STACK, HeapCallback.OLD_REFERENCE);
  static final HeapWalk OLD_HEAP = new HeapWalk(3, 0, HeapCallback.OLD_OBJECT);
  static final HeapWalk OLD_INSTANCES = new HeapWalk(4, 0, HeapCallback.OLD_OBJECT);

  private HeapWalk(int data, int from, HeapCallback... callbacks) {
    this(data, from, List.of(callbacks));
  }

  /** Whether the argument in front of the data is a {@code jvmtiHeapCallbacks}. */
  boolean hasStructure() {
    return callbacks.isEmpty();
  }

  /** The object at which a walk begins; null for one that begins at the roots. */
  @Nullable Object from(Call call) {
    long reference = from == 0 ? 0 : call.argument(from);
    return reference == 0 ? null : Bridge.resolve(reference);
  }

  @Override
  public long before(Answers answers, Row row, Call call) {
    answers.heap().begin(this, call);
    return answers.hotSpot(row);
  }

  @Override
  public int after(Answers answers, Row row, Call call) {
    return answers.heap().end(this, call);
  }
}
