package dev.dexscope.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RulesTest {
  private static Rules parse(String text) {
    return Rules.parse("rules.txt", text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void rulesAreInOrderAndOnce() {
    Rules rules =
        parse(
            """
            # of the library
            PLb/B;->run(I)V

            Lb/B;
            HSLa/A;-><init>([Ljava/lang/String;)V\r
            HLb/B;->run(I)V
            Lb/B;
            La/C;->hot()V+La/D;,La/E;
            """);
    assertThat(rules.text())
        .isEqualTo(
            """
            HSLa/A;-><init>([Ljava/lang/String;)V
            HLa/C;->hot()V
            Lb/B;
            HPLb/B;->run(I)V
            """);
    assertThat(parse(rules.text())).isEqualTo(rules);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.acme.Main",
        "HSLa/A;",
        "HSLa/A;->run",
        "HSLa/A;->(I)V",
        "HSLa/A;->run()",
        "HSLa/A ;->run()V",
        "XLa/A;->run()V",
        "HS->run()V",
        "I"
      })
  void whatIsNoRuleIsReportedWithItsPlace(String line) {
    assertThatThrownBy(() -> parse("La/A;\n" + line + "\n"))
        .isInstanceOf(BaselineFormatException.class)
        .hasMessageStartingWith("rules.txt: at 0x6: ")
        .hasMessageContaining(line);
  }

  @Test
  void otherFilesAreNoRules() {
    byte[] zip = {'P', 'K', 3, 4, (byte) 0xff};
    assertThatThrownBy(() -> Rules.parse("a.apk", zip))
        .hasMessage("a.apk: at 0x0: is a zip file, not text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "HSLa/A;->run(I)V La/A;->run(I)V true",
        "HSLa/A;->run(I)V La/A;->run(J)V false",
        "HSLa/*;->run(*)V La/A;->run(IJ)V true",
        "HSLa/*;->run(*)V La/b/A;->run(IJ)V false",
        "HSLa/*;->run(*)V La/A;->run(Ljava/lang/String;)V false",
        "HSLa/**;->**(**)** La/b/A;->run(Ljava/lang/String;)V true",
        "HSLa/**->**(**)** La/b/A;->run(Ljava/lang/String;)V true",
        "HSLa/?;->a()V La/B;->a()V true",
        "HSLa/?;->a()V La/BB;->a()V false",
        "HSLa/A;->* La/A;->run(Ljava/lang/String;)V true",
        "HSLa/A$1;->a()V La/A$1;->a()V true",
      })
  void patternsFit(String rule, String method, boolean fits) {
    var index = new RuleIndex(parse(rule));
    String[] parts = method.split("->", 2);
    assertThat(index.uses(new Rule(Set.of(), parts[0], parts[1]), Names.OF_PACKAGE))
        .isEqualTo(fits ? 3 : 0);
  }

  @Test
  void rulesOfClassesDoNotNameTheirMethods() {
    var index = new RuleIndex(parse("La/**;\nSLb/B;->run()V"));
    assertThat(index.names(Rule.ofType("La/b/A;"), Names.OF_PACKAGE)).isTrue();
    assertThat(index.uses(new Rule(Set.of(), "La/b/A;", "run()V"), Names.OF_PACKAGE)).isZero();
    assertThat(index.names(Rule.ofType("Lb/B;"), Names.OF_PACKAGE)).isFalse();
  }
}
