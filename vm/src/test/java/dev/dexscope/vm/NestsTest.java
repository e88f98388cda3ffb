package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nests, declared in dex code by annotations that D8 omits. */
class NestsTest {
  private static final String CLASSES =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .annotation system Ldalvik/annotation/NestMembers;
        classes = { LMain$Inner; }
      .end annotation
      .method public static m()Ljava/lang/Object;
        .locals 2
        const-class v0, LMain$Inner;
        return-object v0
      .end method
      .class public LMain$Inner;
      .super Ljava/lang/Object;
      .annotation system Ldalvik/annotation/NestHost;
        value = LMain;
      .end annotation
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void nestsAreSeenByReflection(Engine engine) throws Exception {
    ClassLoader loader = Assembled.load(engine, Assembled.dex(folder, CLASSES));
    Class<?> host = loader.loadClass("Main");
    Class<?> inner = loader.loadClass("Main$Inner");

    assertThat(inner.getNestHost()).isEqualTo(host);
    assertThat(host.getNestMembers()).containsExactly(host, inner);
    assertThat(inner.isNestmateOf(host)).isTrue();
  }
}
