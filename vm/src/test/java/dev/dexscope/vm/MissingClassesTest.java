package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Code after operands of missing classes, which ART does not verify: where it cannot be followed
 * either. What can be is in the opcode suite.
 */
class MissingClassesTest {
  private static final String BASE =
      """
      .class public LBase;
      .super Ljava/lang/Object;
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
      .end method
      .method public static none()LMissing;
        .registers 1
        const/4 v0, 0
        return-object v0
      .end method
      .method public x()V
        .registers 1
        return-void
      .end method
      """;

  @TempDir private Path folder;

  /** ART would take the number as an object. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void codeThatCannotBeFollowedThrowsWhereItIsReached(Engine engine) throws Exception {
    byte[] dex =
        Assembled.dex(
            folder,
            """
            .class public LMain;
            .super Ljava/lang/Object;
            .method public static m(Z)Ljava/lang/Object;
              .registers 6
              const/16 v3, 5
              const-class v1, LMain;
              if-eqz p0, :base
              invoke-static {}, LBase;->none()LMissing;
              move-result-object v0
              goto :join
              :base
              new-instance v0, LBase;
              invoke-direct {v0}, LBase;-><init>()V
              :join
              monitor-enter v1
              :s
              invoke-virtual {v0}, LBase;->x()V
              goto :broken
              :e
              .catchall {:s .. :e} :h
              :h
              move-exception v2
              monitor-exit v1
              throw v2
              :broken
              monitor-exit v3
              return-object v0
            .end method
            """
                + BASE);
    Class<?> type = Assembled.load(engine, dex).loadClass("Main");

    assertThatThrownBy(() -> type.getMethod("m", boolean.class).invoke(null, true))
        .hasRootCauseInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> type.getMethod("m", boolean.class).invoke(null, false))
        .hasRootCauseInstanceOf(VerifyError.class);
    assertThat(Thread.holdsLock(type)).isFalse();
  }

  /** More types than a merge keeps apart. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void thousandsOfMissingClassesMayMeet(Engine engine) throws Exception {
    var code = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      code.append(
          """
          sget v1, LMain;->count:I
          if-nez v1, :next%1$d
          sget-object v0, LMain;->f%1$d:LMissing%1$d;
          :next%1$d
          """
              .formatted(i));
    }
    var fields = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      fields.append(".field public static f%1$d:LMissing%1$d;\n".formatted(i));
    }
    byte[] dex =
        Assembled.dex(
            folder,
            """
            .class public LMain;
            .super Ljava/lang/Object;
            .field public static count:I = 1
            """
                + fields
                + """
                .method public static m()Ljava/lang/Object;
                  .registers 2
                  new-instance v0, LBase;
                  invoke-direct {v0}, LBase;-><init>()V
                  :again
                """
                + code
                + """
                  sget v1, LMain;->count:I
                  if-eqz v1, :again
                  const-string v0, "went on"
                  return-object v0
                .end method
                """
                + BASE);

    assertThat(Assembled.run(engine, dex)).isEqualTo("went on");
  }
}
