package dev.dexscope.observe.natives;

import dev.dexscope.libcore.HeapInspection;
import dev.dexscope.observe.inspect.Heap;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The heap, from inside. */
final class NativeHeap implements HeapInspection {
  @Override
  public void dump(Path file) throws IOException {
    Heap.dump(file);
  }

  @Override
  public void dump(OutputStream out) throws IOException {
    Heap.dump(out);
  }

  @Override
  public long[] countInstances(@Nullable Class<?>[] classes, boolean assignable) {
    return Heap.countInstances(classes, assignable);
  }
}
