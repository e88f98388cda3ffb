package dev.dexscope.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlertRuleTest {
  @TempDir Path folder;

  private List<AlertRule> read(String... rules) throws IOException {
    String text = "{\"rules\": [" + String.join(",", rules).replace('\'', '"') + "]}";
    return AlertRule.read(Files.writeString(folder.resolve("rules.json"), text));
  }

  @Test
  void aRuleHasFactsAndALimit() throws IOException {
    assertThat(
            read(
                "{'name': 'a', 'app': 'x', 'api': 35, 'change': '12.5%'}",
                "{'name': 'b', 'app': 'x', 'percentile': 'p99', 'budget_ms': 3, 'to': '2'}"))
        .containsExactly(
            new AlertRule(
                "a", Map.of("app", "x", "api", "35"), "", "", "", "", new AlertRule.Change(0.125)),
            new AlertRule(
                "b", Map.of("app", "x"), "", "2", "", "", new AlertRule.Budget("p99", 3_000_000)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'app': 'x', 'change': '1%'}",
        "{'name': 'a', 'change': '1%'}",
        "{'name': 'a', 'app': '../x', 'change': '1%'}",
        "{'name': 'a', 'app': 'x'}",
        "{'name': 'a', 'app': 'x', 'change': '1'}",
        "{'name': 'a', 'app': 'x', 'change': '-1%'}",
        "{'name': 'a', 'app': 'x', 'change': '1%', 'budget_ms': 3}",
        "{'name': 'a', 'app': 'x', 'budget_ms': 3}",
        "{'name': 'a', 'app': 'x', 'percentile': 'p42', 'budget_ms': 3}",
        "{'name': 'a', 'app': 'x', 'percentile': 'p50', 'budget_ms': -3}",
        "{'name': 'a', 'app': 'x', 'percentile': 'p50', 'budget_ms': 9223372036854775807}",
        "{'name': 'a', 'app': 'x', 'percentile': 'p50', 'budget_ms': 3, 'method': 'a*'}",
        "{'name': 'a', 'app': 'x', 'percentile': 'p50', 'budget_ms': 3, 'owner': '@a'}",
        "{'name': 'a', 'app': 'x', 'change': '1%', 'version': '2'}",
        "{'name': 'a', 'app': 'x', 'change': '1%'}, {'name': 'a', 'app': 'y', 'change': '1%'}",
        "3",
      })
  void whatIsNoRuleIsRefused(String rules) {
    assertThatThrownBy(() -> read(rules)).isInstanceOf(StoreFormatException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "a.B.c, true",
    "a.B.c(I)V, true",
    "a.*, true",
    "*, true",
    "*(I)V, true",
    "a.B.c*, true",
    "a.B, false",
    "*.d, false",
    "a.B.c(J)V, false",
    "a?B.c, false",
  })
  void aStarStandsForAnyText(String pattern, boolean takes) throws IOException {
    AlertRule rule =
        read("{'name': 'a', 'app': 'x', 'change': '1%', 'method': '" + pattern + "'}").getFirst();

    assertThat(rule.takes("a.B.c(I)V")).isEqualTo(takes);
  }

  @Test
  void anAlertIsEnteredOnce() throws IOException {
    RunStore store = RunStore.init(folder.resolve("store"));
    var book = new AlertBook(store);
    assertThat(book.has(List.of("a", "b"))).isFalse();

    book.enter(List.of("a", "b"));
    book.enter(List.of("a", "b"));

    assertThat(new AlertBook(store).has(List.of("a", "b"))).isTrue();
    assertThat(book.has(List.of("a\nb", ""))).isFalse();
    assertThat(book.has(List.of("ab", ""))).isFalse();
  }
}
