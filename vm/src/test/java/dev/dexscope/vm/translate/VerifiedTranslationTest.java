package dev.dexscope.vm.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.vm.RealCode;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's verifier of class files takes what is made of real code. */
class VerifiedTranslationTest {
  @TempDir Path folder;

  @Test
  void nothingIsRefused() throws Exception {
    List<DexFile> files = new ArrayList<>(RealCode.KOTLIN.dex(folder, false));
    Verifier verifier =
        Verifier.of(ClassPath.ofLoader(ClassLoader.getPlatformClassLoader()), files);
    ClassTranslator translator = ClassTranslator.translating(verifier);
    ClassHierarchyResolver hierarchy = new HierarchyResolver(verifier.hierarchy());
    ClassFile classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));

    Map<String, List<VerifyError>> refused = new TreeMap<>();
    int count = 0;
    for (DexFile dex : files) {
      for (ClassDef each : dex.classes()) {
        try {
          List<VerifyError> errors = classFile.verify(translator.translate(each));
          if (!errors.isEmpty()) {
            refused.put(each.type(), errors);
          }
          count++;
        } catch (NoClassDefFoundError e) {
          // A class of the part of the library that was left out.
        }
      }
    }

    assertThat(count).isGreaterThan(100);
    assertThat(refused).isEmpty();
  }
}
