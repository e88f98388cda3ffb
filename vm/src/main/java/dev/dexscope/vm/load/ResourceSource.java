package dev.dexscope.vm.load;

import java.net.URL;
import org.jspecify.annotations.Nullable;

/** What a class loader finds resources in. */
interface ResourceSource {
  /** Null when there is none of that name. */
  @Nullable URL find(String name);
}
