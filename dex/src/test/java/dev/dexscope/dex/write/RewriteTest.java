package dev.dexscope.dex.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Corpus;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.raw.RawDex;
import dev.dexscope.dex.verify.ArtOracle;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real programs, changed in every method: nothing is rejected that was not before. */
class RewriteTest {
  private static final String PROBE = "Ldev/dexscope/Probe;";

  @TempDir Path folder;

  static List<Path> files() throws IOException {
    return Corpus.files();
  }

  /**
   * A call at the start of each method, and one before each return: out of line, so that no call
   * comes into a try that holds a monitor.
   */
  private static final class Hook implements CodeTransform {
    private final Map<Label, Instruction> exits = new LinkedHashMap<>();

    @Override
    public void atStart(CodeBuilder b) {
      b.invoke(Opcode.INVOKE_STATIC, MethodRef.of(PROBE, "enter", "()V"));
    }

    @Override
    public void accept(CodeBuilder b, Instruction i) {
      if (i.opcode().has(Opcode.CAN_RETURN)) {
        Label exit = b.newLabel();
        b.branch(exit);
        exits.put(exit, i.copy());
      } else {
        b.with(i);
      }
    }

    @Override
    public void atEnd(CodeBuilder b) {
      exits.forEach((label, returning) -> {
        b.bind(label);
        b.invoke(Opcode.INVOKE_STATIC, MethodRef.of(PROBE, "exit", "()V"));
        b.with(returning);
      });
    }
  }

  /** Two more registers in front, one of them used. */
  private static final class InFront implements CodeTransform {
    @Override
    public void atStart(CodeBuilder b) {
      b.growInFront(2);
      b.constant(1, 0x12345);
    }
  }

  /** Two more registers behind, one of them used. */
  private record Behind(boolean isStatic, Proto proto) implements CodeTransform {
    @Override
    public void atStart(CodeBuilder b) {
      int free = b.growBehind(2, isStatic, proto);
      b.literal(Opcode.CONST_16, free, 42);
    }
  }

  private static ClassTransform each(MethodTransform transform) {
    return ClassTransform.ofMethods(method -> {
      if (method.hasCode()) {
        try {
          transform.apply(method);
        } catch (RegisterRangeException _) {
          // Left as it was, as an injector would.
        }
      }
    });
  }

  private static void defineProbe(DexBuilder dex) {
    dex.define(
        PROBE,
        c -> {
          c.accessFlags(AccessFlags.PUBLIC);
          for (String name : List.of("enter", "exit")) {
            c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, name, Proto.of("V"))
                .code(0, b -> b.emit(Opcode.RETURN_VOID));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("files")
  void callsAreAddedToEachMethod(Path file) throws IOException {
    check(
        file,
        dex -> {
          defineProbe(dex);
          dex.transform(each(MethodTransform.ofCode(Hook::new)));
        });
  }

  @ParameterizedTest
  @MethodSource("files")
  void framesGrowInFront(Path file) throws IOException {
    check(file, dex -> dex.transform(each(MethodTransform.ofCode(InFront::new))));
  }

  @ParameterizedTest
  @MethodSource("files")
  void framesGrowBehind(Path file) throws IOException {
    check(
        file,
        dex ->
            dex.transform(
                each(method -> {
                  boolean isStatic = (method.accessFlags() & AccessFlags.STATIC) != 0;
                  method.transformCode(new Behind(isStatic, method.ref().proto()));
                })));
  }

  /** What is done to a file. */
  private interface Change {
    void apply(DexBuilder dex);
  }

  private void check(Path file, Change change) throws IOException {
    List<DexFile> before = DexFile.open(file);
    List<Path> written = new ArrayList<>();
    List<Path> originals = new ArrayList<>();
    int version = before.getFirst().version();
    for (List<DexFile> each : NoOpTest.containers(file)) {
      var container = ContainerBuilder.of(each);
      container.files().forEach(change::apply);
      Path original = folder.resolve("original" + written.size() + ".dex");
      Files.write(original, each.getFirst().segment().toArray(ValueLayout.JAVA_BYTE));
      originals.add(original);
      Path path = folder.resolve("classes" + written.size() + ".dex");
      Files.write(path, container.build());
      written.add(path);
      if (version < RawDex.CONTAINER_VERSION) {
        dexdumpAccepts(path);
      }
    }
    Map<String, Verdict> old = new HashMap<>();
    for (ClassVerdict each : Verifier.ofFiles(ClassPath.ofHostJdk(), file).verify()) {
      old.put(each.className(), each.verdict());
    }
    Path[] paths = written.toArray(Path[]::new);
    List<ClassVerdict> now = Verifier.ofFiles(ClassPath.ofHostJdk(), paths).verify();
    assertThat(now).hasSizeGreaterThanOrEqualTo(old.size());
    List<String> worse = new ArrayList<>();
    for (ClassVerdict each : now) {
      if (each.verdict().compareTo(old.getOrDefault(each.className(), Verdict.OK)) > 0) {
        worse.add(each.className() + " " + each.failures());
      }
    }
    assertThat(worse).isEmpty();
    if (version < RawDex.CONTAINER_VERSION) {
      artSaysTheSame(originals, written);
    }
  }

  private void artSaysTheSame(List<Path> before, List<Path> written) throws IOException {
    ArtOracle art = ArtOracle.find();
    if (art == null) {
      return;
    }
    Set<String> differences = differences(art, written);
    if (!differences.isEmpty()) {
      // What our verifier and ART see differently in the original is no fault of the writer.
      differences.removeAll(differences(art, before));
    }
    assertThat(differences).isEmpty();
  }

  /** ART lists the classes of the first file, but sees all: each file is the first once. */
  private Set<String> differences(ArtOracle art, List<Path> files) throws IOException {
    Set<String> classes = new TreeSet<>();
    for (int first = 0; first < files.size(); first++) {
      Path jar = folder.resolve("rotated" + first + ".jar");
      try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
        for (int i = 0; i < files.size(); i++) {
          zip.putNextEntry(new ZipEntry("classes" + (i == 0 ? "" : i + 1) + ".dex"));
          Files.copy(files.get((first + i) % files.size()), zip);
        }
      }
      List<ClassVerdict> ours =
          Verifier.ofFiles(art.platform(), jar).verify().stream()
              .filter(each -> each.dexFile().endsWith("!classes.dex"))
              .toList();
      art.differences(ours, jar).forEach(each -> classes.add(each.split(":")[0]));
    }
    return classes;
  }

  private static void dexdumpAccepts(Path dex) throws IOException {
    Path dexdump = Path.of("/usr/bin/dexdump");
    if (!Files.isExecutable(dexdump)) {
      return;
    }
    Process process =
        new ProcessBuilder(dexdump.toString(), "-c", "-f", dex.toString())
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(out).contains("Checksum verified");
  }
}
