package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.Stacks;

/** The callstacks that sequences refer to, as stacks of methods. */
final class Callstacks {
  private final Frames frames;
  private final Stacks stacks;

  Callstacks(Frames frames, Stacks stacks) {
    this.frames = frames;
    this.stacks = stacks;
  }

  int frame(ProtoMessage frame, Sequence sequence) {
    String function = sequence.functions.getOrDefault(frame.number(2), "");
    long mapped = sequence.mappings.getOrDefault(frame.number(3), 0L);
    String path = sequence.paths.getOrDefault(mapped, "");
    String file = path.substring(path.lastIndexOf('/') + 1);
    return function.isEmpty()
        ? frames.of(file, "+0x" + Long.toHexString(frame.number(4)), "")
        : frames.inLibrary(file, function);
  }

  int callstack(ProtoMessage callstack, Sequence sequence) {
    ProtoNumbers ids = callstack.numbers(2);
    int stack = Stacks.EMPTY;
    for (int i = 0; i < ids.size(); i++) {
      Integer frame = sequence.frames.get(ids.get(i));
      if (frame == null) {
        throw callstack.bytes().fault(0, "no frame " + ids.get(i));
      }
      stack = stacks.of(stack, frame);
    }
    return stack;
  }
}
