package dev.dexscope.apphost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppFramesTest {
  /** Returns what is seen of frames, each as {@code TYPE METHOD LINE}. */
  private static List<String> seen(String... frames) {
    List<StackTraceElement> trace = new ArrayList<>();
    for (String each : frames) {
      String[] words = each.split(" ", -1);
      trace.add(new StackTraceElement(words[0], words[1], "F.java", Integer.parseInt(words[2])));
    }
    List<String> seen = new ArrayList<>();
    for (StackTraceElement each : AppFrames.seen(trace.toArray(StackTraceElement[]::new))) {
      seen.add(each.getClassName() + " " + each.getMethodName() + " " + each.getLineNumber());
    }
    return seen;
  }

  @Test
  void aMethodOfTheFrameworkHasOneFrame() {
    assertThat(
            seen(
                "android.os.Looper $$robo$$android_os_Looper$loop 154",
                "android.os.Looper loop -1",
                "app.Main main 8"))
        .containsExactly("android.os.Looper loop 154", "app.Main main 8");
  }

  @Test
  void soHaveConstructorsAndInitializersOfClasses() {
    assertThat(
            seen(
                "android.net.Uri$StringUri $$robo$$android_net_Uri_StringUri$__constructor__ 505",
                "android.net.Uri$StringUri <init> 503",
                "android.net.Uri $$robo$$android_net_Uri$__staticInitializer__ 30",
                "org.robolectric.Interceptor run 4",
                "android.net.Uri <clinit> 9",
                "app.Main main 8"))
        .containsExactly(
            "android.net.Uri$StringUri <init> 505",
            "android.net.Uri <clinit> 30",
            "app.Main main 8");
  }

  @Test
  void whatRobolectricHasAddedIsNotSeen() {
    assertThat(
            seen(
                "android.widget.FrameLayout $$robo$getData 1",
                "android.view.View $$robo$$android_view_View$draw 7",
                "android.view.View draw -1"))
        .containsExactly("android.view.View draw 7");
  }

  /** The first of them is one of the same class, but not the one that calls the code. */
  @Test
  void aConstructorThatCallsAnotherOneHasAFrameOfItsOwn() {
    assertThat(
            seen(
                "android.view.View $$robo$$android_view_View$__constructor__ 20",
                "android.view.View <init> 19",
                "android.view.View $$robo$$android_view_View$__constructor__ 40",
                "android.view.View <init> 39",
                "app.Main main 8"))
        .containsExactly(
            "android.view.View <init> 20", "android.view.View <init> 40", "app.Main main 8");
  }

  @Test
  void methodsThatTheHostAnswersAreSeenAndTheHostIsNot() {
    assertThat(
            seen(
                "dev.dexscope.apphost.device.Idle frame 3",
                "org.robolectric.shadows.ShadowPausedMessageQueue nativePollOnce 3",
                "android.os.MessageQueue nativePollOnce -1",
                "com.example.Generated call -1"))
        .containsExactly(
            "android.os.MessageQueue nativePollOnce -1", "com.example.Generated call -1");
  }
}
