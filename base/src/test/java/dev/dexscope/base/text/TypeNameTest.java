package dev.dexscope.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeNameTest {
  @ParameterizedTest
  @CsvSource({
    "I, int",
    "V, void",
    "[J, long[]",
    "Ljava/lang/String;, java.lang.String",
    "[[Ljava/util/Map$Entry;, java.util.Map$Entry[][]",
    "java.lang.String, java.lang.String",
    "L;, ''",
    "[, []",
  })
  void descriptorsBecomeNames(String descriptor, String name) {
    assertThat(TypeName.of(descriptor)).isEqualTo(name);
  }
}
