package dev.dexscope.vm.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dalvik.system.InMemoryDexClassLoader;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Both engines accept what the verifier accepts: every opcode in a small method of its own. */
class OpcodesTest {
  private static final byte[] DEX = OpcodeMethods.dex();

  @Test
  void everyMethodHasItsInstruction() {
    DexFile dex = DexFile.parse("opcodes", DEX).getFirst();
    for (Opcode opcode : Opcode.values()) {
      String type = "L" + OpcodeMethods.className(opcode.value()).replace('.', '/') + ";";
      Set<Opcode> found = new TreeSet<>();
      for (EncodedMethod method : Objects.requireNonNull(dex.findClass(type)).data().methods()) {
        CodeItem code = Objects.requireNonNull(method.code());
        for (Instruction i = code.instructions(); i.next(); ) {
          found.add(i.opcode());
        }
      }
      assertThat(found).as(opcode.mnemonic()).contains(opcode);
    }
  }

  @Test
  void theVerifierTakesTheInstructionsAndNoOtherNumber() {
    Verifier verifier = Verifier.of(ClassPath.ofHostJdk(), DexFile.parse("opcodes", DEX));
    Map<Integer, Verdict> verdicts = new TreeMap<>();
    for (ClassVerdict each : verifier.verify()) {
      verdicts.put(Integer.parseInt(each.className().substring(4), 16), each.verdict());
    }

    Map<Integer, Verdict> expected = new TreeMap<>();
    IntStream.range(0, 256)
        .forEach(i -> expected.put(i, Opcode.of(i) == null ? Verdict.HARD : Verdict.OK));
    assertThat(verdicts).isEqualTo(expected);
  }

  @Test
  void bothEnginesTakeWhatTheVerifierTakes() throws Exception {
    Map<String, String> translated = results(Engine.TRANSLATED);
    Map<String, String> interpreted = results(Engine.INTERPRETED);

    assertThat(interpreted).isEqualTo(translated);
    assertThat(translated.values()).noneMatch(each -> each.startsWith("threw"));
  }

  private static Map<String, String> results(Engine engine) throws Exception {
    Vm.start(engine, new Unobserved());
    var loader = new InMemoryDexClassLoader(new ByteBuffer[] {ByteBuffer.wrap(DEX)}, null);
    Map<String, String> results = new TreeMap<>();
    for (Opcode opcode : Opcode.values()) {
      results.put(opcode.mnemonic(), result(loader, OpcodeMethods.className(opcode.value())));
    }
    return results;
  }

  private static String result(ClassLoader loader, String className)
      throws ReflectiveOperationException {
    try {
      return shown(loader.loadClass(className).getMethod("m").invoke(null));
    } catch (InvocationTargetException e) {
      return "threw " + e.getCause();
    } catch (LinkageError e) {
      return "threw " + e;
    }
  }

  private static String shown(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value.getClass().isArray()) {
      var text = new StringBuilder();
      for (int i = 0; i < Array.getLength(value); i++) {
        text.append(Array.get(value, i)).append(' ');
      }
      return text.toString();
    }
    return value.getClass().getName().startsWith("op.") ? "an object" : value.toString();
  }
}
