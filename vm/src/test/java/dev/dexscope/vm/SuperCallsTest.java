package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** invoke-super where the JVM's invokespecial is narrower. */
class SuperCallsTest {
  private static final String MAIN =
      """
      .class public LMain;
      .super LBase;
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, LBase;-><init>()V
        return-void
      .end method
      .method public name()Ljava/lang/String;
        .registers 2
        const-string v0, "main"
        return-object v0
      .end method
      .method public call()Ljava/lang/String;
        .registers 2
        invoke-super {p0}, %s;->name()Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      .method public static m()Ljava/lang/Object;
        .registers 1
        new-instance v0, LMain;
        invoke-direct {v0}, LMain;-><init>()V
        invoke-virtual {v0}, LMain;->call()Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      .class public interface abstract LNamed;
      .super Ljava/lang/Object;
      .method public name()Ljava/lang/String;
        .registers 2
        const-string v0, "default"
        return-object v0
      .end method
      .class public LBase;
      .super Ljava/lang/Object;
      .implements LNamed;
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
      .end method
      """;

  private static final String OVERRIDING =
      """
      .method public name()Ljava/lang/String;
        .registers 2
        const-string v0, "base"
        return-object v0
      .end method
      """;

  @TempDir Path folder;

  private String run(Engine engine, String classes) throws Exception {
    return Assembled.run(engine, Assembled.dex(folder, classes));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theMethodOfAnInterfaceThatOnlyTheSuperclassNames(Engine engine) throws Exception {
    assertThat(run(engine, MAIN.formatted("LNamed"))).isEqualTo("default");
    assertThat(run(engine, MAIN.formatted("LNamed") + OVERRIDING)).isEqualTo("default");
    assertThat(run(engine, MAIN.formatted("LBase") + OVERRIDING)).isEqualTo("base");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theSameOfTheJdks(Engine engine) throws Exception {
    String list =
        """
        .class public LMain;
        .super Ljava/util/AbstractList;
        .method public constructor <init>()V
          .registers 1
          invoke-direct {p0}, Ljava/util/AbstractList;-><init>()V
          return-void
        .end method
        .method public size()I
          .registers 2
          const/4 v0, 3
          return v0
        .end method
        .method public get(I)Ljava/lang/Object;
          .registers 3
          const-string v0, "x"
          return-object v0
        .end method
        .method public toArray(Ljava/util/function/IntFunction;)[Ljava/lang/Object;
          .registers 2
          const/4 v0, 0
          return-object v0
        .end method
        .method public stream()Ljava/util/stream/Stream;
          .registers 2
          invoke-super {p0}, Ljava/util/Collection;->stream()Ljava/util/stream/Stream;
          move-result-object v0
          return-object v0
        .end method
        .method public static m()Ljava/lang/Object;
          .registers 3
          new-instance v0, LMain;
          invoke-direct {v0}, LMain;-><init>()V
          invoke-virtual {v0}, LMain;->stream()Ljava/util/stream/Stream;
          move-result-object v0
          invoke-interface {v0}, Ljava/util/stream/Stream;->count()J
          move-result-wide v1
          invoke-static {v1, v2}, Ljava/lang/Long;->valueOf(J)Ljava/lang/Long;
          move-result-object v0
          return-object v0
        .end method
        """;

    assertThat(run(engine, list)).isEqualTo("3");
  }
}
