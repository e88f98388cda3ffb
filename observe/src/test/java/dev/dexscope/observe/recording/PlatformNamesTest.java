package dev.dexscope.observe.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlatformNamesTest {
  @Test
  void methodsHaveTheirOwnNames() {
    assertThat(PlatformNames.of("$$robo$$android_view_View$draw")).isEqualTo("draw");
    assertThat(PlatformNames.of("$$robo$$android_os_Parcel$nativeWriteInt$nativeBinding"))
        .isEqualTo("nativeWriteInt");
    assertThat(PlatformNames.of("draw")).isEqualTo("draw");
  }

  @Test
  void whatRunsThePlatformIsHidden() {
    assertThat(PlatformNames.isHidden("android.widget.FrameLayout", "$$robo$getData")).isTrue();
    assertThat(PlatformNames.isHidden("org.robolectric.shadows.ShadowView", "draw")).isTrue();
    assertThat(PlatformNames.isHidden("android.view.View", "$$robo$$android_view_View$draw"))
        .isFalse();
    assertThat(PlatformNames.isHidden("android.view.View", "draw")).isFalse();
  }
}
