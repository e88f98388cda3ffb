package dev.dexscope.natives;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.natives.elf.Binding;
import dev.dexscope.natives.elf.Symbol;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class BinderTest {
  private static Binding bound(String name, String library) throws IOException {
    var binder = new Binder(HostLibraries.ofThisProcess(), Set.of(), Set.of(), List.of(library));
    return binder.bind(imported(name));
  }

  private static Symbol imported(String name) {
    int globalFunction = 1 << 4 | 2;
    return new Symbol(1, name, globalFunction, 0, 0, "", false);
  }

  @NeedsPeer(Peer.OPENGL)
  @Test
  void drawingIsTheMachines() throws IOException {
    assertThat(bound("glClear", "libGLESv2.so")).isInstanceOf(Binding.Host.class);
    assertThat(bound("glRotatef", "libGLESv1_CM.so")).isInstanceOf(Binding.Host.class);
    assertThat(bound("eglGetProcAddress", "libEGL.so")).isInstanceOf(Binding.Host.class);
  }

  /** Those of native code's own would have no window. */
  @Test
  void displaysAreAbsent() throws IOException {
    assertThat(bound("eglGetDisplay", "libEGL.so")).isInstanceOf(Binding.Absent.class);
    assertThat(bound("glClear", "libm.so")).isInstanceOf(Binding.Free.class);
  }
}
