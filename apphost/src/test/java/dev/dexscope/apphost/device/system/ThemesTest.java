package dev.dexscope.apphost.device.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.robolectric.res.android.CppAssetManager2;
import org.robolectric.res.android.CppAssetManager2.Theme;
import org.robolectric.res.android.Registries;
import org.robolectric.util.ReflectionHelpers;

class ThemesTest {
  private static final int PACKAGE = 0x7f;

  @Test
  void aCopyHasThePackagesOfItsOriginalAlone() throws Exception {
    var assets = new CppAssetManager2();
    Theme original = assets.NewTheme();
    Theme copy = assets.NewTheme();
    add(packages(original));

    Themes.nativeThemeCopy(
        1,
        Registries.NATIVE_THEME9_REGISTRY.register(copy),
        1,
        Registries.NATIVE_THEME9_REGISTRY.register(original));

    Object[] copied = packages(copy);
    for (int i = 0; i < copied.length; i++) {
      assertThat(copied[i] != null).as("package " + i).isEqualTo(i == PACKAGE);
    }
    assertThat(copied[PACKAGE]).isNotSameAs(packages(original)[PACKAGE]);
  }

  private static void add(Object[] packages) throws ReflectiveOperationException {
    Constructor<?> made =
        Objects.requireNonNull(packages.getClass().componentType()).getDeclaredConstructor();
    made.setAccessible(true);
    Array.set(packages, PACKAGE, made.newInstance());
  }

  private static Object[] packages(Theme theme) {
    return ReflectionHelpers.getField(theme, "packages_");
  }
}
