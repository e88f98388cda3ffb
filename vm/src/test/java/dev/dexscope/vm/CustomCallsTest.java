package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** invoke-custom whose bootstrap method fails, which the JVM would never call again. */
class CustomCallsTest {
  private static final String MAIN =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .field static count:I
      .method public static seven()I
        .locals 1
        const/4 v0, 7
        return v0
      .end method
      .method public static link(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;
        .locals 2
        sget v0, LMain;->count:I
        add-int/lit8 v0, v0, 1
        sput v0, LMain;->count:I
        const/4 v1, 2
        if-gt v0, v1, :found
        const/4 v0, 0
        return-object v0
        :found
        const-class v0, LMain;
        invoke-virtual {p0, v0, p1, p2}, Ljava/lang/invoke/MethodHandles$Lookup;->findStatic(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;
        move-result-object v0
        new-instance v1, Ljava/lang/invoke/ConstantCallSite;
        invoke-direct {v1, v0}, Ljava/lang/invoke/ConstantCallSite;-><init>(Ljava/lang/invoke/MethodHandle;)V
        return-object v1
      .end method
      .method public static m()Ljava/lang/Object;
        .locals 5
        const-string v3, ""
        const/4 v4, 0
        :again
        add-int/lit8 v4, v4, 1
        :start
        invoke-custom {}, site("seven", ()I)@LMain;->link(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;
        :end
        .catchall {:start .. :end} :failed
        move-result v0
        invoke-static {v0}, Ljava/lang/String;->valueOf(I)Ljava/lang/String;
        move-result-object v0
        goto :more
        :failed
        move-exception v0
        invoke-virtual {v0}, Ljava/lang/Throwable;->toString()Ljava/lang/String;
        move-result-object v1
        invoke-virtual {v3, v1}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
        move-result-object v3
        invoke-virtual {v0}, Ljava/lang/Throwable;->getCause()Ljava/lang/Throwable;
        move-result-object v0
        invoke-virtual {v0}, Ljava/lang/Throwable;->toString()Ljava/lang/String;
        move-result-object v0
        :more
        invoke-virtual {v3, v0}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
        move-result-object v3
        const-string v0, "\\n"
        invoke-virtual {v3, v0}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
        move-result-object v3
        const/4 v0, 4
        if-lt v4, v0, :again
        return-object v3
      .end method
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aBootstrapMethodThatFailsIsAskedAgain(Engine engine) throws Exception {
    String failed =
        "java.lang.BootstrapMethodError: Exception from call site #0 bootstrap method"
            + "java.lang.ClassCastException: Bootstrap method returned null\n";

    assertThat(Assembled.run(engine, Assembled.dex(folder, MAIN)))
        .isEqualTo(failed + failed + "7\n7\n");
  }
}
