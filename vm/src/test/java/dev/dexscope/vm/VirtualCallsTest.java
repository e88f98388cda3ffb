package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls on objects, including handles, where the JVM finds another method than the named one, or
 * none.
 */
class VirtualCallsTest {
  private static final String DEFAULT_PAST =
      """
      .class public interface abstract LNamed;
      .super Ljava/lang/Object;
      .method public name()Ljava/lang/String;
        .registers 2
        const-string v0, "default"
        return-object v0
      .end method
      .class public Lp/Base;
      .super Ljava/lang/Object;
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
      .end method
      .method private name()Ljava/lang/String;
        .registers 2
        const-string v0, "hidden"
        return-object v0
      .end method
      .class public LDerived;
      .super Lp/Base;
      .implements LNamed;
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Lp/Base;-><init>()V
        return-void
      .end method
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static call(LDerived;)Ljava/lang/String;
        .registers 2
        invoke-virtual {p0}, LDerived;->name()Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      .method public static m()Ljava/lang/Object;
        .registers 2
        new-instance v0, LDerived;
        invoke-direct {v0}, LDerived;-><init>()V
        invoke-static {v0}, LMain;->call(LDerived;)Ljava/lang/String;
        move-result-object v1
        invoke-static {v0}, LMain;->call(LDerived;)Ljava/lang/String;
        move-result-object v1
        return-object v1
      .end method
      """;

  private static final String OF_OTHER_CLASS =
      """
      .class public LNamed;
      .super Ljava/lang/Object;
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static m()Ljava/lang/Object;
        .registers 2
        const-string v0, "hello"
        invoke-virtual {v0}, LNamed;->toString()Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      """;

  private static final String OWN_HANDLE =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
      .end method
      .method private own()Ljava/lang/String;
        .registers 2
        const-string v0, "own"
        return-object v0
      .end method
      .method public static m()Ljava/lang/Object;
        .registers 2
        new-instance v0, LMain;
        invoke-direct {v0}, LMain;-><init>()V
        const-method-handle v1, invoke-direct@LMain;->own()Ljava/lang/String;
        invoke-polymorphic {v1, v0}, Ljava/lang/invoke/MethodHandle;->invoke([Ljava/lang/Object;)Ljava/lang/Object;, (LMain;)Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      """;

  private static final String MISSING_TYPES =
      """
      .class public LCallee;
      .super Ljava/lang/Object;
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
      .end method
      .method public static none(JLMissing;)LMissing;
        .registers 3
        return-object p2
      .end method
      .method public sum(LMissing;JI)I
        .registers 6
        long-to-int v0, p2
        add-int v0, v0, p4
        return v0
      .end method
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static m()Ljava/lang/Object;
        .registers 6
        new-instance v0, LCallee;
        invoke-direct {v0}, LCallee;-><init>()V
        const-wide v2, 40
        const/4 v4, 0
        invoke-static {v2, v3, v4}, LCallee;->none(JLMissing;)LMissing;
        move-result-object v1
        const/4 v4, 2
        invoke-virtual {v0, v1, v2, v3, v4}, LCallee;->sum(LMissing;JI)I
        move-result v0
        invoke-static {v0}, Ljava/lang/Integer;->valueOf(I)Ljava/lang/Integer;
        move-result-object v0
        return-object v0
      .end method
      """;

  @TempDir Path folder;

  private String run(Engine engine, String classes) throws Exception {
    return Assembled.run(engine, Assembled.dex(folder, classes));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aDefaultMethodPastAPrivateOneOfASuperclass(Engine engine) throws Exception {
    assertThat(run(engine, DEFAULT_PAST)).isEqualTo("default");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void ofMethodsThatNameMissingClasses(Engine engine) throws Exception {
    assertThat(run(engine, MISSING_TYPES)).isEqualTo("42");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aHandleOfAnOwnPrivateMethod(Engine engine) throws Exception {
    assertThat(run(engine, OWN_HANDLE)).isEqualTo("own");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aMethodOfThePlatformByAClassThatTheReceiverIsNot(Engine engine) throws Exception {
    assertThat(run(engine, OF_OTHER_CLASS)).isEqualTo("hello");
  }
}
