package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Monitors that do not nest, or are not released: no compiler generates such code. */
class MonitorsTest {
  private static final String CLASSES =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static m()Ljava/lang/Object;
        .registers 3
        new-instance v0, Ljava/lang/Object;
        invoke-direct {v0}, Ljava/lang/Object;-><init>()V
        :start
        invoke-static {v0}, LMain;->NAME(Ljava/lang/Object;)V
        :end
        const-string v1, "nothing"
        return-object v1
        .catchall {:start .. :end} :caught
        :caught
        move-exception v1
        invoke-static {v0}, Ljava/lang/Thread;->holdsLock(Ljava/lang/Object;)Z
        move-result v2
        if-eqz v2, :free
        const-string v1, "still held"
        :free
        return-object v1
      .end method
      .method static returns(Ljava/lang/Object;)V
        .registers 1
        monitor-enter p0
        return-void
      .end method
      .method static exitsNull(Ljava/lang/Object;)V
        .registers 2
        const/4 v0, 0
        monitor-enter p0
        monitor-exit v0
        return-void
      .end method
      .method static exitsAnother(Ljava/lang/Object;)V
        .registers 2
        const-string v0, "x"
        monitor-enter p0
        monitor-exit v0
        return-void
      .end method
      .method static exitsTheOuterFirst(Ljava/lang/Object;)V
        .registers 2
        const-string v0, "x"
        monitor-enter p0
        monitor-enter v0
        monitor-exit p0
        monitor-exit v0
        return-void
      .end method
      .method static catchesNull(Ljava/lang/Object;)V
        .registers 2
        const/4 v0, 0
        monitor-enter p0
        :start
        monitor-exit v0
        :end
        .catch Ljava/lang/NullPointerException; {:start .. :end} :caught
        :caught
        monitor-exit p0
        return-void
      .end method
      .method static throwsOnNull(Ljava/lang/Object;)V
        .registers 2
        const/4 v0, 0
        monitor-enter p0
        :start
        monitor-exit v0
        :end
        return-void
        .catchall {:start .. :end} :caught
        :caught
        move-exception v0
        monitor-exit p0
        throw v0
      .end method
      .method static throwsOnBranch(Ljava/lang/Object;)V
        .registers 2
        const-string v0, "x"
        if-nez p0, :other
        monitor-enter v0
        :start
        monitor-exit v0
        :end
        return-void
        :other
        goto :start
        .catchall {:start .. :end} :caught
        :caught
        move-exception v0
        throw v0
      .end method
      """;

  private static final String HELD =
      "java.lang.IllegalMonitorStateException: did not unlock monitor on object of type"
          + " 'java.lang.Object'";

  @TempDir Path folder;

  /** As genuine ART 11 does. */
  @ParameterizedTest
  @CsvSource({
    "returns, true",
    "exitsNull, true",
    "exitsAnother, true",
    "exitsTheOuterFirst, false",
    "catchesNull, false"
  })
  void aMonitorThatIsNotGivenBackIsTold(String method, boolean held) throws Exception {
    byte[] dex = Assembled.dex(folder, CLASSES.replace("NAME", method));
    for (Engine engine : Engine.values()) {
      assertThat(Assembled.run(engine, dex)).isEqualTo(held ? HELD : "nothing");
    }
  }

  /** As genuine ART 11 does: the verifier may see nothing that leads to the handlers. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "throwsOnNull | java.lang.NullPointerException: Attempt to do a synchronize operation on a"
            + " null object",
        "throwsOnBranch | java.lang.IllegalMonitorStateException: did not lock monitor on object of"
            + " type 'java.lang.String' before unlocking"
      })
  void aMonitorExitThatFailsLeadsToItsHandler(String method, String thrown) throws Exception {
    byte[] dex = Assembled.dex(folder, CLASSES.replace("NAME", method));
    for (Engine engine : Engine.values()) {
      assertThat(Assembled.run(engine, dex)).isEqualTo(thrown);
    }
  }
}
