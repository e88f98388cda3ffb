package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A class that only its package sees uses what it inherits from another package: the instruction
 * names the class itself, the rights are those of the class that declares the member.
 */
class ProtectedMembersTest {
  private static final String PROGRAM =
      """
      .class abstract La/Root;
      .super Ljava/lang/Object;
      .field protected number:I
      .field protected static text:Ljava/lang/String;
      .method protected constructor <init>()V
        .locals 0
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
      .end method
      .method protected name()Ljava/lang/String;
        .locals 1
        const-string v0, "root"
        return-object v0
      .end method
      .method public open()Ljava/lang/String;
        .locals 1
        const-string v0, "open"
        return-object v0
      .end method
      .method protected static twice(I)I
        .locals 0
        add-int p0, p0, p0
        return p0
      .end method
      .class public La/Base;
      .super La/Root;
      .method protected constructor <init>(I)V
        .locals 0
        invoke-direct {p0}, La/Root;-><init>()V
        iput p1, p0, La/Root;->number:I
        return-void
      .end method
      .class Lb/Hidden;
      .super La/Base;
      .method constructor <init>(I)V
        .locals 0
        invoke-direct {p0, p1}, La/Base;-><init>(I)V
        return-void
      .end method
      .method protected name()Ljava/lang/String;
        .locals 1
        const-string v0, "hidden"
        return-object v0
      .end method
      .method call()Ljava/lang/String;
        .locals 3
        BODY
        return-object v0
      .end method
      .class Lb/Sibling;
      .super Lb/Hidden;
      .method constructor <init>(I)V
        .locals 0
        invoke-direct {p0, p1}, Lb/Hidden;-><init>(I)V
        return-void
      .end method
      .method protected name()Ljava/lang/String;
        .locals 1
        const-string v0, "sibling"
        return-object v0
      .end method
      .class Lb/Bare;
      .super La/Base;
      .class public Lb/Door;
      .super Ljava/lang/Object;
      .method public static open()Ljava/lang/String;
        .locals 2
        new-instance v0, Lb/Sibling;
        const/16 v1, 7
        invoke-direct {v0, v1}, Lb/Sibling;-><init>(I)V
        invoke-virtual {v0}, Lb/Hidden;->call()Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static m()Ljava/lang/Object;
        .locals 1
        invoke-static {}, Lb/Door;->open()Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      """;

  private static final String TEXT_OF_V0 =
      """
      invoke-static {v0}, Ljava/lang/String;->valueOf(I)Ljava/lang/String;
      move-result-object v0
      """;

  @TempDir Path folder;

  private String run(Engine engine, String instructions) throws Exception {
    return Assembled.run(engine, Assembled.dex(folder, PROGRAM.replace("BODY", instructions)));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void fields(Engine engine) throws Exception {
    assertThat(run(engine, "iget v0, p0, Lb/Hidden;->number:I\n" + TEXT_OF_V0)).isEqualTo("7");
    assertThat(
            run(
                engine,
                """
                const/16 v1, 9
                iput v1, p0, Lb/Hidden;->number:I
                iget v0, p0, Lb/Sibling;->number:I
                """
                    + TEXT_OF_V0))
        .isEqualTo("9");
    assertThat(
            run(
                engine,
                """
                const-string v1, "kept"
                sput-object v1, Lb/Sibling;->text:Ljava/lang/String;
                sget-object v0, Lb/Hidden;->text:Ljava/lang/String;
                """))
        .isEqualTo("kept");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void methods(Engine engine) throws Exception {
    String result = "move-result-object v0\n";
    assertThat(run(engine, "invoke-virtual {p0}, Lb/Hidden;->name()Ljava/lang/String;\n" + result))
        .isEqualTo("sibling");
    assertThat(run(engine, "invoke-virtual {p0}, La/Base;->open()Ljava/lang/String;\n" + result))
        .isEqualTo("open");
    assertThat(run(engine, "invoke-super {p0}, Lb/Hidden;->name()Ljava/lang/String;\n" + result))
        .isEqualTo("root");
    assertThat(run(engine, "invoke-super {p0}, La/Base;->name()Ljava/lang/String;\n" + result))
        .isEqualTo("root");
    assertThat(
            run(
                engine,
                """
                const/16 v0, 21
                invoke-static {v0}, Lb/Sibling;->twice(I)I
                move-result v0
                """
                    + TEXT_OF_V0))
        .isEqualTo("42");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void objectsOfOtherClasses(Engine engine) throws Exception {
    assertThat(
            run(
                engine,
                """
                new-instance v1, La/Base;
                const/16 v2, 3
                invoke-direct {v1, v2}, La/Base;-><init>(I)V
                iget v0, v1, La/Base;->number:I
                """
                    + TEXT_OF_V0))
        .isEqualTo("3");
    assertThat(
            run(
                engine,
                """
                new-instance v1, La/Base;
                const/16 v2, 3
                invoke-direct {v1, v2}, La/Base;-><init>(I)V
                invoke-virtual {v1}, La/Base;->name()Ljava/lang/String;
                move-result-object v0
                """))
        .isEqualTo("root");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void objectsOfAnyClassAsOneThatIsOnlySeenThere(Engine engine) throws Exception {
    String object =
        """
        move-object v1, p0
        instance-of v0, p0, Lb/Door;
        if-eqz v0, :same
        new-instance v1, Lb/Bare;
        invoke-direct {v1}, Lb/Bare;-><init>()V
        :same
        """;
    assertThat(run(engine, object + "iget v0, v1, La/Base;->number:I\n" + TEXT_OF_V0))
        .isEqualTo("7");
    assertThat(
            run(
                engine,
                object
                    + """
                    const/16 v0, 8
                    iput v0, v1, La/Base;->number:I
                    iget v0, p0, Lb/Hidden;->number:I
                    """
                    + TEXT_OF_V0))
        .isEqualTo("8");
    assertThat(
            run(
                engine,
                object
                    + """
                    invoke-virtual {v1}, La/Base;->name()Ljava/lang/String;
                    move-result-object v0
                    """))
        .isEqualTo("sibling");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aConstructorOfASuperclass(Engine engine) throws Exception {
    assertThat(
            run(
                engine,
                """
                new-instance v1, Lb/Bare;
                invoke-direct {v1}, Lb/Bare;-><init>()V
                invoke-virtual {v1}, La/Base;->name()Ljava/lang/String;
                move-result-object v0
                """))
        .isEqualTo("root");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void methodHandles(Engine engine) throws Exception {
    String signature =
        "Ljava/lang/invoke/MethodHandle;->invoke([Ljava/lang/Object;)Ljava/lang/Object;";
    assertThat(
            run(
                engine,
                """
                const-method-handle v1, instance-get@Lb/Hidden;->number:I
                invoke-polymorphic {v1, p0}, %s, (Lb/Hidden;)I
                move-result v0
                """
                        .formatted(signature)
                    + TEXT_OF_V0))
        .isEqualTo("7");
    assertThat(
            run(
                engine,
                """
                const-method-handle v1, invoke-instance@Lb/Hidden;->name()Ljava/lang/String;
                invoke-polymorphic {v1, p0}, %s, (Lb/Hidden;)Ljava/lang/String;
                move-result-object v0
                """
                    .formatted(signature)))
        .isEqualTo("sibling");
    assertThat(
            run(
                engine,
                """
                const-method-handle v1, invoke-static@Lb/Hidden;->twice(I)I
                const/16 v0, 4
                invoke-polymorphic {v1, v0}, %s, (I)I
                move-result v0
                """
                        .formatted(signature)
                    + TEXT_OF_V0))
        .isEqualTo("8");
  }
}
