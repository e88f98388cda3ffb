package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the stack ends. */
class StackEndTest {
  private static final String CLASSES =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .field static busy:Z
      .field static left:I
      .method public static m()Ljava/lang/Object;
        .registers 3
        const/16 v0, 3
        :next
        :start
        invoke-static {v0}, LMain;->after(I)V
        :end
        goto :finished
        .catch Ljava/lang/StackOverflowError; {:start .. :end} :finished
        :finished
        sget-boolean v1, LMain;->busy:Z
        if-eqz v1, :quiet
        sget v2, LMain;->left:I
        add-int/lit8 v2, v2, 1
        sput v2, LMain;->left:I
        :quiet
        add-int/lit8 v0, v0, -1
        if-nez v0, :next
        sget v2, LMain;->left:I
        invoke-static {v2}, Ljava/lang/String;->valueOf(I)Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      .method static after(I)V
        .registers 2
        if-eqz p0, :now
        add-int/lit8 v0, p0, -1
        invoke-static {v0}, LMain;->after(I)V
        return-void
        :now
        invoke-static {}, LMain;->down()V
        return-void
      .end method
      .method static down()V
        .registers 0
        invoke-static {}, LMain;->work()V
        invoke-static {}, LMain;->down()V
        return-void
      .end method
      .method static work()V
        .registers 2
        const/4 v0, 1
        sput-boolean v0, LMain;->busy:Z
        const/4 v0, 0
        :start
        invoke-static {}, LMain;->nothing()V
        :end
        sput-boolean v0, LMain;->busy:Z
        return-void
        .catchall {:start .. :end} :caught
        :caught
        move-exception v1
        sput-boolean v0, LMain;->busy:Z
        throw v1
      .end method
      .method static nothing()V
        .registers 0
        return-void
      .end method
      """;

  @TempDir Path folder;

  /** It requires no more of the stack than there is, not even where it is the first to run. */
  @Test
  void aHandlerThatCallsNothingRuns() throws Exception {
    byte[] dex = Assembled.dex(folder, CLASSES);
    for (int i = 0; i < 32; i++) {
      var run = new FutureTask<>(() -> Assembled.run(Engine.TRANSLATED, dex));
      Thread thread = new Thread(null, run, "program", (256 << 10) + (i << 10));
      thread.start();
      assertThat(run.get()).isEqualTo("0");
    }
  }
}
