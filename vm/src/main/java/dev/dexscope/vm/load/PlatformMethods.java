package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.vm.instrument.PlatformCalls;
import org.jspecify.annotations.Nullable;

/** Finds the calls of Android's framework in dex code, by the classes of all dex code. */
final class PlatformMethods implements PlatformCalls {
  private static final int DEEPEST = 100;

  private final DexPaths paths;

  PlatformMethods(DexPaths paths) {
    this.paths = paths;
  }

  @Override
  public @Nullable String owner(String owner, String name, String descriptor) {
    if (owner.startsWith("[")) {
      return null;
    }
    String type = owner;
    for (int i = 0; i < DEEPEST && !isPlatforms(type); i++) {
      ClassDef def = find(type);
      if (def == null || declares(def, name, descriptor) || def.superclass() == null) {
        return null;
      }
      String above = def.superclass();
      type = above.substring(1, above.length() - 1);
    }
    return isPlatforms(type) ? type.replace('/', '.') : null;
  }

  private static boolean isPlatforms(String type) {
    return type.startsWith("android/") || type.startsWith("com/android/");
  }

  private @Nullable ClassDef find(String type) {
    for (DexPath each : paths.allCode()) {
      ClassDef found = each.find('L' + type + ';');
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean declares(ClassDef def, String name, String descriptor) {
    for (EncodedMethod each : def.data().methods()) {
      if (each.ref().name().equals(name) && each.ref().proto().descriptor().equals(descriptor)) {
        return true;
      }
    }
    return false;
  }
}
