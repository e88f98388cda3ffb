package dev.dexscope.monitor.hprof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why the garbage collector keeps an object by itself. */
public enum RootKind {
  UNKNOWN(0xff, 0, 0, "unknown"),
  JNI_GLOBAL(0x01, 1, 0, "JNI global"),
  JNI_LOCAL(0x02, 0, 8, "JNI local"),
  FRAME(0x03, 0, 8, "local variable"),
  NATIVE_STACK(0x04, 0, 4, "native stack"),
  STICKY_CLASS(0x05, 0, 0, "system class"),
  THREAD_BLOCK(0x06, 0, 4, "thread block"),
  MONITOR(0x07, 0, 0, "monitor in use"),
  THREAD(0x08, 0, 8, "thread"),
  INTERNED_STRING(0x89, 0, 0, "interned string"),
  FINALIZING(0x8a, 0, 0, "to be finalized"),
  DEBUGGER(0x8b, 0, 0, "debugger"),
  REFERENCE_CLEANUP(0x8c, 0, 0, "reference cleanup"),
  VM_INTERNAL(0x8d, 0, 0, "VM"),
  JNI_MONITOR(0x8e, 0, 8, "JNI monitor"),
  /** Not a root: the object is not reached. */
  UNREACHABLE(0x90, 0, 0, "unreachable"),
  /** For dumps without roots: classes of the first loader are never unloaded. */
  BOOT_CLASS(-1, 0, 0, "system class");

  /** The kinds by the numbers of {@code HeapGraphRoot.Type} in Perfetto's heap_graph.proto. */
  private static final List<RootKind> OF_HEAP_GRAPH =
      List.of(
          UNKNOWN,
          JNI_GLOBAL,
          JNI_LOCAL,
          FRAME,
          NATIVE_STACK,
          STICKY_CLASS,
          THREAD_BLOCK,
          MONITOR,
          THREAD,
          INTERNED_STRING,
          FINALIZING,
          DEBUGGER,
          REFERENCE_CLEANUP,
          VM_INTERNAL,
          JNI_MONITOR);

  private static final RootKind[] BY_TAG = new RootKind[0x100];

  static {
    for (RootKind each : values()) {
      if (each.tag >= 0) {
        BY_TAG[each.tag] = each;
      }
    }
  }

  private final int tag;
  private final int moreIds;
  private final int moreBytes;
  private final String words;

  RootKind(int tag, int moreIds, int moreBytes, String words) {
    this.tag = tag;
    this.moreIds = moreIds;
    this.moreBytes = moreBytes;
    this.words = words;
  }

  /** Returns the kind with a tag; null if there is none. */
  static @Nullable RootKind of(int tag) {
    return BY_TAG[tag];
  }

  /** Returns the kind of a heap graph's root. */
  static RootKind ofHeapGraph(long type) {
    return type >= 0 && type < OF_HEAP_GRAPH.size() ? OF_HEAP_GRAPH.get((int) type) : UNKNOWN;
  }

  /** Returns the number of bytes after the id. */
  int more(int idSize) {
    return moreIds * idSize + moreBytes;
  }

  @Override
  public String toString() {
    return words;
  }
}
