package dev.dexscope.apphost.device.system;

import dev.dexscope.apphost.device.phone.Replaces;
import java.util.Objects;
import org.robolectric.res.android.CppAssetManager2.Theme;
import org.robolectric.res.android.Registries;
import org.robolectric.util.ReflectionHelpers;

/**
 * Copies of themes. Robolectric's have an array for each of the 256 packages that there may be, a
 * quarter of a megabyte, and each view with a theme of its own has a copy.
 */
@SuppressWarnings("unused")
public final class Themes {
  private Themes() {}

  /** Copies a theme of the same or, with the framework's attributes only, of other assets. */
  @Replaces("android.content.res.AssetManager")
  static void nativeThemeCopy(long toAssets, long to, long fromAssets, long from) {
    Theme copy = theme(to);
    Theme original = theme(from);
    boolean isDone = copy.SetTo(original);
    if (!isDone && toAssets == fromAssets) {
      throw new IllegalArgumentException("Themes are from different AssetManagers");
    }
    Object[] own = packages(copy);
    Object[] others = packages(original);
    for (int i = 0; to != from && i < own.length; i++) {
      if (others[i] == null) {
        own[i] = null;
      }
    }
  }

  private static Theme theme(long id) {
    return Objects.requireNonNull(Registries.NATIVE_THEME9_REGISTRY.getNativeObject(id));
  }

  /** Null where a theme has nothing of a package. */
  private static Object[] packages(Theme theme) {
    return ReflectionHelpers.getField(theme, "packages_");
  }
}
