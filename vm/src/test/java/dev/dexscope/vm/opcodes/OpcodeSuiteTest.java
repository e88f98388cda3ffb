package dev.dexscope.vm.opcodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dalvik.system.InMemoryDexClassLoader;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Both engines have the results of Android's own runtime. Some cases run each time, against its
 * recorded output; {@code suites/opcode-suite} runs them all, and the runtime again.
 */
class OpcodeSuiteTest {
  /** The output of ART for the cases that run each time: {@code name TAB results}. */
  private static final String EXPECTED = "expected.tsv";

  /** The differences of the engines: {@code engine TAB name TAB reason}. */
  private static final String KNOWN = "known.tsv";

  private static final int USUAL_STEP = 23;
  private static final int STEP = Integer.getInteger("opcodes.step", USUAL_STEP);

  /** Longer results are kept as a hash: combinations of values. */
  private static final int LONGEST = 160;

  @TempDir static Path folder;
  private static OpcodeSuite suite = new OpcodeSuite(List.of());
  private static byte[] judge = {};
  private static byte[] cases = {};

  @BeforeAll
  static void assemble() throws Exception {
    suite = OpcodeSuite.whole().part(STEP);
    cases = suite.dex(folder);
    Path classes = Path.of(Judge.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    D8.run(
        D8Command.builder()
            .addProgramFiles(classes.resolve(Judge.class.getName().replace('.', '/') + ".class"))
            .addLibraryResourceProvider(
                JdkClassFileProvider.fromJdkHome(Path.of(System.getProperty("java.home"))))
            .setMinApiLevel(26)
            .setOutput(folder, OutputMode.DexIndexed)
            .build());
    judge = Files.readAllBytes(folder.resolve("classes.dex"));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anEngineDoesWhatArtDoes(Engine engine) throws Exception {
    Map<String, String> expected = STEP == USUAL_STEP ? table(read(EXPECTED)) : onAndroid();
    Map<String, String> actual = table(on(engine));
    Map<String, String> different = new TreeMap<>();
    expected.forEach((name, result) -> {
      String other = actual.get(name);
      if (!result.equals(other)) {
        different.put(name, "ART: " + result + ", here: " + other);
      }
    });
    Map<String, String> known = known(engine);
    assertThat(actual).hasSameSizeAs(expected);
    assertThat(different.keySet()).as("known differences").containsAll(known.keySet());
    different.keySet().removeAll(known.keySet());
    assertThat(different).isEmpty();
  }

  @Test
  @NeedsPeer(Peer.ART)
  void whatIsExpectedIsWhatArtDoes() throws Exception {
    if (STEP != USUAL_STEP) {
      return; // ART itself runs then
    }
    Map<String, String> asked = onAndroid();
    String recording = System.getProperty("opcodes.record");
    if (recording != null) {
      var text = new StringBuilder();
      asked.forEach((name, result) -> text.append(name).append('\t').append(result).append('\n'));
      Files.writeString(Path.of(recording), text);
      return;
    }
    assertThat(table(read(EXPECTED))).isEqualTo(asked);
  }

  private static String on(Engine engine) throws Exception {
    Vm.start(engine, null, new Unobserved());
    ByteBuffer[] files = {ByteBuffer.wrap(judge), ByteBuffer.wrap(cases)};
    Class<?> type = new InMemoryDexClassLoader(files, null).loadClass(Judge.class.getName());
    return (String)
        Objects.requireNonNull(type.getMethod("report", String.class).invoke(null, suite.names()));
  }

  private static Map<String, String> onAndroid() throws IOException {
    Path jar = folder.resolve("suite.jar");
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("classes.dex"));
      zip.write(judge);
      zip.putNextEntry(new ZipEntry("classes2.dex"));
      zip.write(cases);
    }
    Path names = Files.writeString(folder.resolve("names"), suite.names());
    String art = Peer.ART.path().resolve("art").toString();
    Process process =
        new ProcessBuilder(
                art, "-Xint", "-cp", jar.toString(), Judge.class.getName(), names.toString())
            .redirectError(folder.resolve("errors").toFile())
            .start();
    process.getOutputStream().close();
    byte[] printed = process.getInputStream().readAllBytes();
    return table(new String(printed, StandardCharsets.US_ASCII));
  }

  private static Map<String, String> known(Engine engine) throws IOException {
    Map<String, String> known = new TreeMap<>();
    for (String each : read(KNOWN).split("\n", -1)) {
      String[] columns = each.split("\t", -1);
      if (columns[0].equals(engine.name()) && suite.names().lines().anyMatch(columns[1]::equals)) {
        known.put(columns[1], columns[2]);
      }
    }
    return known;
  }

  private static Map<String, String> table(String text) {
    Map<String, String> table = new LinkedHashMap<>();
    text.lines()
        .forEach(line -> {
          int tab = line.indexOf('\t');
          String result = line.substring(tab + 1);
          table.put(
              line.substring(0, tab),
              result.length() <= LONGEST
                  ? result
                  : result.substring(0, 60) + "... #" + Integer.toHexString(result.hashCode()));
        });
    return table;
  }

  private static String read(String resource) throws IOException {
    try (var in = OpcodeSuiteTest.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
