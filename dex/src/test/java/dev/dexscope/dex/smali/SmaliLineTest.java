package dev.dexscope.dex.smali;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jf.smali.Smali;
import org.jf.smali.SmaliOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmaliLineTest {
  private static final String TEXT =
      """
      .class public LShop;
      .super Ljava/lang/Object;

      .method public static total(I)I
          .registers 3
          .line 7
          const/4 v0, 0x1
          const/high16 v1, 0x10000
          :begin
          .line 9
          invoke-static {p0}, LShop;->total(I)I
          move-result v1
          :end
          .catch Ljava/lang/Exception; {:begin .. :end} :failed
          packed-switch p0, :cases
          :failed
          .line 12
          return v0
          :cases
          .packed-switch 0x5
              :failed
          .end packed-switch
      .end method

      .method public native count()I
      .end method
      """;

  @TempDir Path folder;

  private Path assembled() throws IOException {
    Path source = Files.writeString(folder.resolve("Shop.smali"), TEXT);
    var options = new SmaliOptions();
    options.apiLevel = 29;
    options.outputDexFile = folder.resolve("shop.dex").toString();
    assertThat(Smali.assemble(options, List.of(source.toString()))).isTrue();
    return folder.resolve("shop.dex");
  }

  private static EncodedMethod method(Path dex, String name) throws IOException {
    ClassDef shop = Objects.requireNonNull(DexFile.open(dex).getFirst().findClass("LShop;"));
    return shop.data().methods().stream()
        .filter(each -> each.ref().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aMethodHasItsRegistersInstructionsLinesAndRanges() throws IOException {
    List<SmaliLine> lines = SmaliLine.of(method(assembled(), "total"), 100);

    assertThat(lines.stream().map(SmaliLine::text))
        .containsExactly(
            ".method public static total(I)I",
            "    .registers 3",
            "    const/4 v0, 0x1",
            "    const/high16 v1, 0x10000",
            "    :L3",
            "    invoke-static {p0}, LShop;->total(I)I",
            "    move-result v1",
            "    :L7",
            "    .catch Ljava/lang/Exception; {:L3 .. :L7} :La",
            "    packed-switch p0, :data_c",
            "    :La",
            "    return v0",
            "    :data_c",
            "    .packed-switch 0x5",
            "        :La",
            "    .end packed-switch",
            ".end method");
    assertThat(lines.stream().filter(each -> each.pc() >= 0))
        .extracting(SmaliLine::pc, SmaliLine::line)
        .containsExactly(
            tuple(0, 7), tuple(1, 7), tuple(3, 9), tuple(6, 9), tuple(7, 9), tuple(10, 12));
  }

  @Test
  void aMethodWithoutCodeIsItsDeclaration() throws IOException {
    assertThat(SmaliLine.of(method(assembled(), "count"), 100))
        .extracting(SmaliLine::text)
        .containsExactly(".method public native count()I", ".end method");
  }

  @Test
  void ofMoreLinesTheNumberIsShown() throws IOException {
    assertThat(SmaliLine.of(method(assembled(), "total"), 3))
        .extracting(SmaliLine::text)
        .hasSize(4)
        .endsWith("    const/4 v0, 0x1", "# 14 more lines");
  }

  @Test
  @NeedsPeer(Peer.DEXDUMP)
  void addressesAreThoseOfAndroidsOwnDisassembler() throws Exception {
    Path dex = assembled();
    List<String> theirs =
        Pattern.compile("\\|([0-9a-f]{4}): (\\S+)")
            .matcher(Peer.DEXDUMP.run("-d", dex.toString()).out())
            .results()
            .filter(each -> !each.group(2).endsWith("-data") && !each.group(2).equals("nop"))
            .map(each -> each.group(1) + " " + each.group(2))
            .toList();

    assertThat(SmaliLine.of(method(dex, "total"), 100).stream().filter(each -> each.pc() >= 0))
        .extracting(each -> "%04x %s".formatted(each.pc(), each.text().strip().split(" ")[0]))
        .containsExactlyElementsOf(theirs);
  }
}
