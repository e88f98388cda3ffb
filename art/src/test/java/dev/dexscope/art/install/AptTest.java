package dev.dexscope.art.install;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AptTest {
  @Test
  void sourcePackagesAreAddedToOneLineSources() {
    assertThat(
            Apt.withSources(
                "# deb old\ndeb [signed-by=/k] http://a.invalid/debian stable main\n", "a.list"))
        .isEqualTo(
            """
            # deb old
            deb [signed-by=/k] http://a.invalid/debian stable main
            deb-src [signed-by=/k] http://a.invalid/debian stable main
            """);
  }

  @Test
  void sourcePackagesAreAddedToStanzas() {
    assertThat(Apt.withSources("Types: deb\nURIs: http://a.invalid\n", "a.sources"))
        .isEqualTo("Types: deb deb-src\nURIs: http://a.invalid\n");
    assertThat(Apt.withSources("Types: deb deb-src\n", "a.sources"))
        .isEqualTo("Types: deb deb-src\n");
  }
}
