package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Constructors after R8: they skip those of superclasses that do nothing else. */
class ConstructorsTest {
  /** Its subclasses call the constructors of Object, of a class of the JDK, and each other's. */
  private static final String CLASSES =
      """
      .class public Lp/Top;
      .super Ljava/lang/Object;
      .field public name:Ljava/lang/String;
      .method public constructor <init>()V
        .registers 2
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        const-string v0, "top"
        iput-object v0, p0, Lp/Top;->name:Ljava/lang/String;
        return-void
      .end method
      .class public Lp/Middle;
      .super Lp/Top;
      .method public constructor <init>(I)V
        .registers 2
        invoke-direct {p0}, Lp/Top;-><init>()V
        return-void
      .end method
      .class public Lp/Bare;
      .super Lp/Middle;
      .class public Lq/Low;
      .super Lp/Middle;
      .field private final own:Ljava/lang/Object;
      .method public constructor <init>(Ljava/lang/Object;)V
        .registers 3
        iput-object p1, p0, Lq/Low;->own:Ljava/lang/Object;
        new-instance v0, Lp/Bare;
        invoke-direct {v0}, Ljava/lang/Object;-><init>()V
        if-eqz p1, :object
        invoke-direct {p0}, Lp/Top;-><init>()V
        return-void
        :object
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
      .end method
      .method public toString()Ljava/lang/String;
        .registers 3
        iget-object v0, p0, Lp/Top;->name:Ljava/lang/String;
        iget-object v1, p0, Lq/Low;->own:Ljava/lang/Object;
        invoke-static {v0}, Ljava/lang/String;->valueOf(Ljava/lang/Object;)Ljava/lang/String;
        move-result-object v0
        invoke-static {v1}, Ljava/lang/String;->valueOf(Ljava/lang/Object;)Ljava/lang/String;
        move-result-object v1
        invoke-virtual {v0, v1}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      .class public LLocks;
      .super Lp/Middle;
      .field public value:Ljava/lang/Object;
      .method public constructor <init>(Ljava/lang/Object;)V
        .registers 4
        monitor-enter p1
        :early
        invoke-virtual {p1}, Ljava/lang/Object;->hashCode()I
        :early_end
        .catchall {:early .. :early_end} :failed
        monitor-exit p1
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        monitor-enter p1
        :late
        invoke-virtual {p1}, Ljava/lang/Object;->toString()Ljava/lang/String;
        move-result-object v0
        iput-object v0, p0, LLocks;->value:Ljava/lang/Object;
        :late_end
        .catchall {:late .. :late_end} :failed
        monitor-exit p1
        return-void
        :failed
        move-exception p0
        monitor-exit p1
        throw p0
      .end method
      .class public Lp/Merged;
      .super Ljava/lang/Object;
      .field public value:I
      .method public constructor <init>(I)V
        .registers 2
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        iput p1, p0, Lp/Merged;->value:I
        return-void
      .end method
      .method public constructor <init>(Labsent/Type;)V
        .registers 2
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
      .end method
      .class public Lq/Empty;
      .super Lp/Merged;
      .class public Lq/Named;
      .super Lp/Bare;
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Lp/Bare;-><init>()V
        return-void
      .end method
      .class public LJumps;
      .super Lp/Middle;
      .method public constructor <init>(Ljava/lang/Object;)V
        .registers 4
        monitor-enter p1
        :early
        invoke-virtual {p1}, Ljava/lang/Object;->hashCode()I
        :early_end
        .catchall {:early .. :early_end} :failed
        goto :free
        :failed
        move-exception p0
        goto :release
        :free
        monitor-exit p1
        invoke-direct {p0}, Ljava/lang/Object;-><init>()V
        return-void
        :release
        monitor-exit p1
        throw p0
      .end method
      .class public LFailure;
      .super Ljava/lang/RuntimeException;
      .method public constructor <init>()V
        .registers 1
        invoke-direct {p0}, Ljava/lang/RuntimeException;-><init>()V
        return-void
      .end method
      .class public LFails;
      .super LFailure;
      .method public constructor <init>(JLjava/lang/String;)V
        .registers 5
        const/4 v0, 0
        invoke-direct {p0, p3, v0}, Ljava/lang/RuntimeException;-><init>(Ljava/lang/String;Ljava/lang/Throwable;)V
        return-void
      .end method
      .class public abstract LSized;
      .super Ljava/util/ArrayList;
      .method public constructor <init>()V
        .registers 2
        const/4 v0, 1
        invoke-direct {p0, v0}, Ljava/util/ArrayList;-><init>(I)V
        return-void
      .end method
      .class public LSizes;
      .super LSized;
      .method public constructor <init>(I)V
        .registers 2
        invoke-direct {p0, p1}, Ljava/util/ArrayList;-><init>(I)V
        return-void
      .end method
      .method public static changes(Ljava/util/AbstractList;)I
        .registers 2
        iget v0, p0, Ljava/util/AbstractList;->modCount:I
        return v0
      .end method
      .method public static cut(Ljava/util/AbstractList;)V
        .registers 2
        const/4 v0, 0
        invoke-virtual {p0, v0, v0}, Ljava/util/AbstractList;->removeRange(II)V
        return-void
      .end method
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static bare()Ljava/lang/Object;
        .registers 1
        new-instance v0, Lp/Bare;
        invoke-direct {v0}, Lp/Top;-><init>()V
        iget-object v0, v0, Lp/Top;->name:Ljava/lang/String;
        return-object v0
      .end method
      .method public static named()Ljava/lang/Object;
        .registers 1
        new-instance v0, Lp/Bare;
        invoke-direct {v0}, Lp/Bare;-><init>()V
        iget-object v0, v0, Lp/Top;->name:Ljava/lang/String;
        return-object v0
      .end method
      .method public static namedSuper()Ljava/lang/Object;
        .registers 1
        new-instance v0, Lq/Named;
        invoke-direct {v0}, Lq/Named;-><init>()V
        iget-object v0, v0, Lp/Top;->name:Ljava/lang/String;
        return-object v0
      .end method
      .method public static low(Ljava/lang/Object;)Ljava/lang/String;
        .registers 2
        new-instance v0, Lq/Low;
        invoke-direct {v0, p0}, Lq/Low;-><init>(Ljava/lang/Object;)V
        invoke-virtual {v0}, Lq/Low;->toString()Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      .method public static sizes(I)Ljava/util/AbstractList;
        .registers 2
        new-instance v0, LSizes;
        invoke-direct {v0, p0}, LSizes;-><init>(I)V
        return-object v0
      .end method
      .method public static locks(Ljava/lang/Object;)Ljava/lang/Object;
        .registers 2
        new-instance v0, LLocks;
        invoke-direct {v0, p0}, LLocks;-><init>(Ljava/lang/Object;)V
        iget-object v0, v0, LLocks;->value:Ljava/lang/Object;
        return-object v0
      .end method
      .method public static jumps(Ljava/lang/Object;)Ljava/lang/Object;
        .registers 2
        new-instance v0, LJumps;
        invoke-direct {v0, p0}, LJumps;-><init>(Ljava/lang/Object;)V
        return-object v0
      .end method
      .method public static declared(Ljava/lang/Class;)[Ljava/lang/reflect/Constructor;
        .registers 2
        invoke-virtual {p0}, Ljava/lang/Class;->getDeclaredConstructors()[Ljava/lang/reflect/Constructor;
        move-result-object v0
        return-object v0
      .end method
      .method public static merged()I
        .registers 2
        new-instance v0, Lq/Empty;
        const/4 v1, 5
        invoke-direct {v0, v1}, Lp/Merged;-><init>(I)V
        iget v1, v0, Lp/Merged;->value:I
        return v1
      .end method
      .method public static fail()Ljava/lang/Object;
        .registers 4
        new-instance v0, LFails;
        const-wide/16 v1, 7
        const-string v3, "reason"
        invoke-direct {v0, v1, v2, v3}, LFails;-><init>(JLjava/lang/String;)V
        return-object v0
      .end method
      .method public static trace()[Ljava/lang/StackTraceElement;
        .registers 2
        :start
        const/4 v0, -1
        invoke-static {v0}, LMain;->sizes(I)Ljava/util/AbstractList;
        :end
        const/4 v0, 0
        return-object v0
        .catch Ljava/lang/IllegalArgumentException; {:start .. :end} :caught
        :caught
        move-exception v0
        invoke-virtual {v0}, Ljava/lang/Throwable;->getStackTrace()[Ljava/lang/StackTraceElement;
        move-result-object v0
        return-object v0
      .end method
      """;

  @TempDir Path folder;

  private Class<?> load(Engine engine, String name) throws Exception {
    return Assembled.load(engine, Assembled.dex(folder, CLASSES)).loadClass(name);
  }

  private static Object call(Class<?> type, String name, Object... arguments) throws Exception {
    for (Method each : type.getDeclaredMethods()) {
      if (each.getName().equals(name)) {
        return each.invoke(null, arguments);
      }
    }
    throw new NoSuchMethodException(name);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aConstructorMayCallThatOfAnySuperclass(Engine engine) throws Exception {
    Class<?> main = load(engine, "Main");

    assertThat(call(main, "low", "own")).isEqualTo("topown");
    assertThat(call(main, "low", new Object[] {null})).isEqualTo("nullnull");
    assertThat(call(main, "sizes", 3)).isEqualTo(List.of());
    assertThat((Throwable) call(main, "fail")).hasMessage("reason").hasNoCause();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void oneHandlerGivesBackMonitorsBeforeAndBehindTheCall(Engine engine) throws Exception {
    assertThat(call(load(engine, "Main"), "locks", "text")).isEqualTo("text");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theRegisterOfThisMayGetTheExceptionWhileAMonitorIsHeld(Engine engine) throws Exception {
    Class<?> main = load(engine, "Main");
    var unhashable =
        new Object() {
          @Override
          public int hashCode() {
            throw new IllegalStateException("no hash");
          }
        };

    assertThat(call(main, "jumps", "text").getClass().getName()).isEqualTo("Jumps");
    assertThatThrownBy(() -> call(main, "jumps", unhashable)).hasRootCauseMessage("no hash");
    assertThat(Thread.holdsLock(unhashable)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anObjectMayBeMadeByAnySuperclassesConstructor(Engine engine) throws Exception {
    assertThat(call(load(engine, "Main"), "bare")).isEqualTo("top");
  }

  /** R8 merges classes of which some are for newer phones. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void constructorsOfMissingTypesDoNotMatterToTheOthers(Engine engine) throws Exception {
    assertThat(call(load(engine, "Main"), "merged")).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aConstructorThatAClassLacksIsThatOfASuperclass(Engine engine) throws Exception {
    Class<?> main = load(engine, "Main");

    assertThat(call(main, "named")).isEqualTo("top");
    assertThat(call(main, "namedSuper")).isEqualTo("top");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theProgramDoesNotSeeWhatPassesOn(Engine engine) throws Exception {
    Class<?> main = load(engine, "Main");

    var middle =
        (Constructor<?>[]) call(main, "declared", main.getClassLoader().loadClass("p.Middle"));
    assertThat(middle).extracting(Constructor::toString).containsExactly("public p.Middle(int)");
    var bare = (Constructor<?>[]) call(main, "declared", main.getClassLoader().loadClass("p.Bare"));
    assertThat(bare).isEmpty();
    assertThat((StackTraceElement[]) call(main, "trace"))
        .extracting(each -> each.getClassName() + "." + each.getMethodName())
        .startsWith("java.util.ArrayList.<init>", "Sizes.<init>", "Main.sizes", "Main.trace");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void protectedMembersOfThePlatformAreUsedOnItsOwnTypes(Engine engine) throws Exception {
    Class<?> main = load(engine, "Main");
    Class<?> sizes = main.getClassLoader().loadClass("Sizes");

    Object list = call(main, "sizes", 3);
    call(sizes, "cut", list);
    assertThat(call(sizes, "changes", list)).isEqualTo(1);
  }
}
