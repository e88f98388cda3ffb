package dev.dexscope.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class NearestTest {
  @Test
  void aSlipIsNear() {
    List<String> known = List.of("com.acme.Bar", "com.acme.Foo", "org.other.Foo");

    assertThat(Nearest.to("com.acne.Foo", known)).containsExactly("com.acme.Foo");
    assertThat(Nearest.to("Foo", known)).containsExactly("com.acme.Foo", "org.other.Foo");
    assertThat(Nearest.to("ACME", known)).containsExactly("com.acme.Bar", "com.acme.Foo");
    assertThat(Nearest.to("something.else", known)).isEmpty();
  }

  @Test
  void adviceNamesWhatThereIs() {
    assertThat(Nearest.advice("mian", List.of("main", "io"))).isEqualTo("did you mean main?");
    assertThat(Nearest.advice("nosuch", List.of("main", "io"))).isEqualTo("known: main, io");
    assertThat(Nearest.advice("nosuch", List.of())).isEqualTo("none is known");
  }

  @Property(tries = 200)
  void theDistanceIsOne(
      @ForAll @AlphaChars @StringLength(max = 12) String a,
      @ForAll @AlphaChars @StringLength(max = 12) String b) {
    assertThat(Nearest.distance(a, b)).isEqualTo(Nearest.distance(b, a)).isEqualTo(slow(a, b));
  }

  /** The definition. */
  private static int slow(String a, String b) {
    int[][] all = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          all[i][j] = i + j;
        } else {
          int replaced = all[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
          all[i][j] = Math.min(replaced, 1 + Math.min(all[i - 1][j], all[i][j - 1]));
        }
      }
    }
    return all[a.length()][b.length()];
  }
}
