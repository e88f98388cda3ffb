package dev.dexscope.dex.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes that break the format's rules: ART refuses a file with one of them. */
class ClassStructureTest {
  @TempDir private Path folder;

  private static VerifierCase broken(String name, String message, String... body) {
    return new VerifierCase(
        name, Verdict.LOAD_FAILED, Verdict.LOAD_FAILED, message, List.of(body), List.of());
  }

  private static VerifierCase method(String name, String message, String head, String... code) {
    var body = new ArrayList<>(List.of(".method " + head));
    body.addAll(List.of(code));
    body.add(".end method");
    return broken(name, message, body.toArray(String[]::new));
  }

  static List<VerifierCase> cases() {
    return List.of(
        broken("field-public-private", "only one of", ".field public private f:I"),
        broken("field-volatile-final", "volatile and final", ".field volatile final f:I"),
        broken(
            "interface-field-not-static",
            "not public final static",
            ".in public interface abstract",
            ".field public final f:I"),
        broken(
            "interface-field-transient",
            "disallowed flag",
            ".in public interface abstract",
            ".field public static final transient f:I"),
        method(
            "method-public-private",
            "only one of",
            "public private m()V",
            ".registers 1",
            "return-void"),
        method(
            "method-marked-constructor",
            "marked constructor",
            "public constructor m()V",
            ".registers 1",
            "return-void"),
        method("abstract-final", "disallowed access flags", "public abstract final m()V"),
        method("abstract-static", "disallowed access flags", "public static abstract m()V"),
        method("constructor-native", "must not be abstract", "public native constructor <init>()V"),
        method(
            "constructor-synchronized",
            "flagged inappropriately",
            "public synchronized constructor <init>()V",
            ".registers 1",
            "return-void"),
        method(
            "constructor-final",
            "flagged inappropriately",
            "public final constructor <init>()V",
            ".registers 1",
            "return-void"),
        method(
            "constructor-static",
            "wrt/ static",
            "public static constructor <init>()V",
            ".registers 1",
            "return-void"),
        method(
            "initializer-not-static",
            "wrt/ static",
            "public constructor <clinit>()V",
            ".registers 1",
            "return-void"),
        method(
            "constructor-returns-int",
            "must be void",
            "public constructor <init>()I",
            ".registers 1",
            "const/4 v0, 0",
            "return v0"),
        method(
            "initializer-with-parameter",
            "must have descriptor ()V",
            "static constructor <clinit>(I)V",
            ".registers 1",
            "return-void"),
        method(
            "bad-method-name",
            "bad method name",
            "public <other>()V",
            ".registers 1",
            "return-void"),
        broken(
            "interface-method-not-public",
            "not public",
            ".in public interface abstract",
            ".method abstract m()V",
            ".end method"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isRefused(VerifierCase broken) throws IOException {
    Path dex = CaseDex.assemble(List.of(broken), folder);
    assertThat(Verifier.ofFiles(ClassPath.ofHostJdk(), dex).verify())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.verdict()).as("%s", each).isEqualTo(Verdict.LOAD_FAILED);
          assertThat(each.failures().getFirst().reason()).contains(broken.message());
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  @NeedsPeer(Peer.ART)
  void artRefusesToo(VerifierCase broken) throws IOException {
    ArtOracle art = new ArtOracle();
    assertThat(art.refuses(CaseDex.assemble(List.of(broken), folder))).isTrue();
  }
}
