package dev.dexscope.vm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.vm.Assembled;
import dev.dexscope.vm.Engine;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProgramPropertiesTest {
  private static final String CLASSES =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static m()Ljava/lang/Object;
        .registers 4
        const-string v0, "java.vm.name"
        invoke-static {v0}, Ljava/lang/System;->getProperty(Ljava/lang/String;)Ljava/lang/String;
        move-result-object v1
        const-string v2, "no.such.property"
        invoke-static {v2, v1}, Ljava/lang/System;->getProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
        move-result-object v1
        invoke-static {}, Ljava/lang/System;->getProperties()Ljava/util/Properties;
        move-result-object v2
        const-string v3, "program.set"
        invoke-virtual {v2, v3, v1}, Ljava/util/Properties;->setProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;
        invoke-virtual {v2, v0}, Ljava/util/Properties;->getProperty(Ljava/lang/String;)Ljava/lang/String;
        move-result-object v0
        invoke-virtual {v1, v0}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
        move-result-object v0
        return-object v0
      .end method
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void programsSeeThoseThatAreShown(Engine engine) throws Exception {
    ClassLoader loader = Assembled.load(engine, Assembled.dex(folder, CLASSES));
    ProgramProperties.show(Map.of("java.vm.name", "Dalvik"));
    String own = System.getProperty("java.vm.name");
    try {
      assertThat(loader.loadClass("Main").getMethod("m").invoke(null)).isEqualTo("DalvikDalvik");
      assertThat(System.getProperty("program.set")).isEqualTo("Dalvik");
      assertThat(System.getProperty("java.vm.name")).isEqualTo(own);
    } finally {
      System.clearProperty("program.set");
    }
  }
}
