package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The errors of instructions with a member of another kind or of an unrelated class. */
class WrongKindsTest {
  private static final String MAIN =
      """
      .class public LMain;
      .super Lp/Base;
      .field public static number:I
      .field public own:I
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Lp/Base;-><init>()V
        return-void
      .end method
      .method public static plain()V
        .registers 0
        return-void
      .end method
      .method public run()V
        .registers 1
        return-void
      .end method
      .method public static m()Ljava/lang/Object;
        .registers 4
        new-instance v0, LMain;
        invoke-direct {v0}, LMain;-><init>()V
        const/4 v1, 1
        %s
        const-string v0, "went on"
        return-object v0
      .end method
      .method public call()V
        .registers 2
        %s
        return-void
      .end method
      .class public Lp/Base;
      .super Ljava/lang/Object;
      .field private secret:I
      .field public final fixed:I
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
      .end method
      .method private hidden()V
        .registers 1
        return-void
      .end method
      .method inside()V
        .registers 1
        return-void
      .end method
      .class public interface abstract LFace;
      .super Ljava/lang/Object;
      .method public abstract go()V
      .end method
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          iget v2, v0, LMain;->number:I                 | IncompatibleClassChangeError
          iput v1, v0, LMain;->number:I                 | IncompatibleClassChangeError
          sget v2, LMain;->own:I                        | IncompatibleClassChangeError
          sput v1, LMain;->own:I                        | IncompatibleClassChangeError
          iget v2, v0, Lp/Base;->secret:I               | IllegalAccessError
          iput v1, v0, Lp/Base;->fixed:I                | IllegalAccessError
          invoke-static {}, LMain;->run()V              | IncompatibleClassChangeError
          invoke-virtual {v0}, LMain;->plain()V         | IncompatibleClassChangeError
          invoke-direct {v0}, LMain;->run()V            | IncompatibleClassChangeError
          invoke-direct {v0}, LFace;->go()V             | IncompatibleClassChangeError
          invoke-interface {v0}, LMain;->run()V         | IncompatibleClassChangeError
          invoke-virtual {v0}, LFace;->go()V            | IncompatibleClassChangeError
          invoke-virtual {v0}, Lp/Base;->inside()V      | IllegalAccessError
          """)
  void theErrorIsArts(String instruction, String error) throws Exception {
    for (Engine engine : Engine.values()) {
      byte[] dex = Assembled.dex(folder, MAIN.formatted(instruction, ""));
      assertThat(Assembled.run(engine, dex)).as(engine.name()).startsWith("java.lang." + error);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          invoke-super {p0}, Lp/Base;->inside()V  | IllegalAccessError
          invoke-super {p0}, LMain;->run()V       | NoSuchMethodError
          invoke-super {p0}, LFace;->go()V        | IncompatibleClassChangeError
          """)
  void theErrorOfASuperCallIsArts(String instruction, String error) throws Exception {
    theErrorIsArts("invoke-virtual {v0}, LMain;->call()V\n", instruction, error);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anObjectMayStandForAnInterfaceThatItDoesNotHave(Engine engine) throws Exception {
    String make =
        """
        .method static face(Ljava/lang/Object;)LFace;
          .registers 2
          instance-of v0, p0, LMain;
          if-eqz v0, :no
          check-cast p0, LMain;
          :no
          return-object p0
        .end method
        .method public static take(LFace;)LFace;
          .registers 1
          return-object p0
        .end method
        .method public call()V
        """;
    String classes =
        MAIN.formatted(
                """
                invoke-static {v0}, LMain;->face(Ljava/lang/Object;)LFace;
                move-result-object v0
                invoke-static {v0}, LMain;->take(LFace;)LFace;
                """,
                "")
            .replace(".method public call()V\n", make);
    assertThat(Assembled.run(engine, Assembled.dex(folder, classes))).isEqualTo("went on");
  }

  private void theErrorIsArts(String call, String instruction, String error) throws Exception {
    for (Engine engine : Engine.values()) {
      byte[] dex = Assembled.dex(folder, MAIN.formatted(call, instruction));
      assertThat(Assembled.run(engine, dex)).as(engine.name()).startsWith("java.lang." + error);
    }
  }
}
