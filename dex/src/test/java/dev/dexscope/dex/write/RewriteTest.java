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
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Real programs, changed in every method: nothing is rejected that was not before. */
class RewriteTest {
  private static final String PROBE = "Ldev/dexscope/Probe;";

  @TempDir Path folder;

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

  /** Two more registers at the end, one of them used. */
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

  /** A change of a file. */
  enum Change {
    CALLS_ADDED_TO_EACH_METHOD {
      @Override
      void apply(DexBuilder dex) {
        defineProbe(dex);
        dex.transform(each(MethodTransform.ofCode(Hook::new)));
      }
    },

    FRAMES_GROWN_IN_FRONT {
      @Override
      void apply(DexBuilder dex) {
        dex.transform(each(MethodTransform.ofCode(InFront::new)));
      }
    },

    FRAMES_GROWN_BEHIND {
      @Override
      void apply(DexBuilder dex) {
        dex.transform(
            each(method -> {
              boolean isStatic = (method.accessFlags() & AccessFlags.STATIC) != 0;
              method.transformCode(new Behind(isStatic, method.ref().proto()));
            }));
      }
    };

    abstract void apply(DexBuilder dex);
  }

  static List<Arguments> changes() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (Path file : Corpus.files()) {
      for (Change change : Change.values()) {
        all.add(Arguments.of(file, change));
      }
    }
    return all;
  }

  /** The judges of others do not know files of several dex files in one. */
  static List<Arguments> changesForPeers() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (Arguments each : changes()) {
      if (DexFile.open((Path) each.get()[0]).getFirst().version() < RawDex.CONTAINER_VERSION) {
        all.add(each);
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("changes")
  void noClassGetsAWorseVerdict(Path file, Change change) throws IOException {
    Map<String, Verdict> old = new HashMap<>();
    for (ClassVerdict each : Verifier.ofFiles(ClassPath.ofHostJdk(), file).verify()) {
      old.put(each.className(), each.verdict());
    }
    Path[] paths = changed(file, change).toArray(Path[]::new);
    List<ClassVerdict> now = Verifier.ofFiles(ClassPath.ofHostJdk(), paths).verify();
    assertThat(now).hasSizeGreaterThanOrEqualTo(old.size());
    List<String> worse = new ArrayList<>();
    for (ClassVerdict each : now) {
      if (each.verdict().compareTo(old.getOrDefault(each.className(), Verdict.OK)) > 0) {
        worse.add(each.className() + " " + each.failures());
      }
    }
    assertThat(worse).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("changesForPeers")
  @NeedsPeer(Peer.DEXDUMP)
  void dexdumpAcceptsTheFiles(Path file, Change change) throws Exception {
    for (Path dex : changed(file, change)) {
      assertThat(Peer.DEXDUMP.run("-c", "-f", dex.toString()).out()).contains("Checksum verified");
    }
  }

  @ParameterizedTest
  @MethodSource("changesForPeers")
  @NeedsPeer(Peer.ART)
  void artSaysTheSame(Path file, Change change) throws IOException {
    var art = new ArtOracle();
    Set<String> differences = differences(art, changed(file, change));
    if (!differences.isEmpty()) {
      // What our verifier and ART see differently in the original is no fault of the writer.
      differences.removeAll(differences(art, originals(file)));
    }
    assertThat(differences).isEmpty();
  }

  private List<Path> changed(Path file, Change change) throws IOException {
    List<Path> written = new ArrayList<>();
    for (List<DexFile> each : NoOpTest.containers(file)) {
      var container = ContainerBuilder.of(each);
      container.files().forEach(change::apply);
      Path path = folder.resolve("classes" + written.size() + ".dex");
      written.add(Files.write(path, container.build()));
    }
    return written;
  }

  private List<Path> originals(Path file) throws IOException {
    List<Path> originals = new ArrayList<>();
    for (List<DexFile> each : NoOpTest.containers(file)) {
      Path original = folder.resolve("original" + originals.size() + ".dex");
      originals.add(
          Files.write(original, each.getFirst().segment().toArray(ValueLayout.JAVA_BYTE)));
    }
    return originals;
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
}
