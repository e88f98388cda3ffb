package dev.dexscope.agents.functions;

import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Hidden;
import dev.dexscope.agents.program.Methods;
import java.util.function.LongPredicate;

/** Takes what is ours out of lists that HotSpot has given, where they are. */
final class ListFunctions {
  private final Methods methods;

  ListFunctions(Methods methods) {
    this.methods = methods;
  }

  int threads(Call call) {
    return keep(call, 1, reference -> !Hidden.isHiddenThread(reference));
  }

  /** (group, threads, groups) */
  int groupChildren(Call call) {
    if (call.result() == 0) {
      filter(call.argument(2), call.argument(3), each -> !Hidden.isHiddenThread(each));
      filter(call.argument(4), call.argument(5), each -> !Hidden.isHiddenGroup(each));
    }
    return call.result();
  }

  int loadedClasses(Call call) {
    return keep(call, 1, reference -> !Hidden.isHiddenClass(reference));
  }

  /** (loader, classes) */
  int classLoaderClasses(Call call) {
    return keep(call, 2, reference -> !Hidden.isHiddenClass(reference));
  }

  /** (class, methods) */
  int classMethods(Call call) {
    return keep(call, 2, method -> methods.of(method).isShown());
  }

  private static int keep(Call call, int count, LongPredicate shown) {
    if (call.result() == 0) {
      filter(call.argument(count), call.argument(count + 1), shown);
    }
    return call.result();
  }

  private static void filter(long count, long list, LongPredicate shown) {
    long elements = Memory.readLong(list);
    int kept = 0;
    for (int i = 0, all = Memory.readInt(count); i < all; i++) {
      long each = Memory.readLong(elements + 8L * i);
      if (shown.test(each)) {
        Memory.writeLong(elements + 8L * kept++, each);
      }
    }
    Memory.writeInt(count, kept);
  }
}
