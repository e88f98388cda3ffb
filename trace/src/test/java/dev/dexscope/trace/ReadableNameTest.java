package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadableNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.Text.find(Ljava/lang/String;[I[[Ljava/util/Map$Entry;JZ)V"
            + " | a.Text.find(String, int[], Map$Entry[][], long, boolean)",
        "a.B.<init>()V | a.B.<init>()",
        "a.B.m(LNoPackage;)I | a.B.m(NoPackage)",
        // What is no signature stays.
        "unknown 0x1234 | unknown 0x1234",
        "a.B.m(Ljava/lang/String)V | a.B.m(Ljava/lang/String)V",
        "a.B.m([)V | a.B.m([)V",
        "a.B.m(Q)V | a.B.m(Q)V",
        "a.B.m(I | a.B.m(I",
      })
  void typesHaveTheirSimpleNames(String full, String readable) {
    assertThat(ReadableName.of(full)).isEqualTo(readable);
  }

  @Test
  void packagesGiveWayFirst() {
    String name = "com.example.app.Text.find(String, int)";

    assertThat(ReadableName.shortened(name, 38)).isEqualTo(name);
    assertThat(ReadableName.shortened(name, 37)).isEqualTo("c.example.app.Text.find(String, int)");
    assertThat(ReadableName.shortened(name, 30)).isEqualTo("c.e.app.Text.find(String, int)");
    assertThat(ReadableName.shortened(name, 24)).isEqualTo("Text.find(String, int)");
    assertThat(ReadableName.shortened(name, 14)).isEqualTo("Text.find(…)");
    assertThat(ReadableName.shortened(name, 8)).isEqualTo("Text.fi…");
    assertThat(ReadableName.shortened("com.example.app", 8)).isEqualTo("c.e.app");
  }

  @Property
  void aShortenedNameFits(@ForAll String name, @ForAll @IntRange(min = 2, max = 60) int room) {
    assertThat(ReadableName.shortened(name, room).length()).isLessThanOrEqualTo(room);
  }
}
