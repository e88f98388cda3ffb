package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Object.clone() is protected; to ART all code is in a subclass of Object. */
class CloneTest {
  private static final String MAIN =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .method static clone(Ljava/lang/Object;)Ljava/lang/Object;
        .registers 2
        invoke-virtual {p0}, Ljava/lang/Object;->clone()Ljava/lang/Object;
        move-result-object v0
        return-object v0
      .end method
      .method public static m()Ljava/lang/Object;
        .registers 4
        const/4 v0, 3
        new-array v0, v0, [I
        BODY
        invoke-static {v0}, LMain;->clone(Ljava/lang/Object;)Ljava/lang/Object;
        move-result-object v0
        invoke-virtual {v0}, Ljava/lang/Object;->getClass()Ljava/lang/Class;
        move-result-object v0
        return-object v0
      .end method
      """;

  @TempDir Path folder;

  private String run(Engine engine, String instructions) throws Exception {
    return Assembled.run(engine, Assembled.dex(folder, MAIN.replace("BODY", instructions)));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anyCodeClonesAnyObject(Engine engine) throws Exception {
    assertThat(run(engine, "")).isEqualTo("class [I");
    assertThat(
            run(
                engine,
                """
                new-instance v0, Ljava/util/ArrayList;
                invoke-direct {v0}, Ljava/util/ArrayList;-><init>()V
                """))
        .isEqualTo("class java.util.ArrayList");
    assertThat(run(engine, "const-string v0, \"x\""))
        .startsWith("java.lang.CloneNotSupportedException");
    assertThat(run(engine, "const/4 v0, 0"))
        .isEqualTo(
            "java.lang.NullPointerException: Attempt to invoke virtual method"
                + " 'java.lang.Object java.lang.Object.clone()' on a null object reference");
  }
}
