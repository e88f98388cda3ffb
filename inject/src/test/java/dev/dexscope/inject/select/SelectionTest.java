package dev.dexscope.inject.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.dex.Proto;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  private static Candidate method(String className, String name, String proto) {
    return new Candidate(className, name, Proto.parse(proto), List.of("com.acme.Measured"));
  }

  private static final Candidate RUN = method("com.acme.Foo$Inner", "run", "(I[J)Lcom/acme/Foo;");

  @Test
  void everythingIsAskedForAtFirst() {
    assertThat(new Selection().isEverything()).isTrue();
    assertThat(new Selection().contains(RUN)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme, true",
    "com.acme., true",
    "com, true",
    "com.acm, false",
    "com.acme.Foo, true",
    "com.acme.Fo, false",
    "com.acme.Foo$Inner, true",
    "com.acme.Foo$Inner#run, true",
    "com.acme.Foo#run, false",
    "com.acme.Foo$Inner#ru, false",
    "com.acme.Foo$Inner#r*, true",
    "com.*.Foo, true",
    "*Inner#*, true",
    "com.**.Foo, true",
    "'#run', true",
    "'#walk', false",
    "@com.acme.Measured, true",
    "@*Measured, true",
    "@com.acme.Other, false",
    "com.acme.Foo$Inner.run, false"
  })
  void patterns(String pattern, boolean matches) {
    assertThat(new Selection().include(pattern).contains(RUN)).isEqualTo(matches);
    assertThat(new Selection().exclude(pattern).contains(RUN)).isEqualTo(!matches);
  }

  @Test
  void excludesTakeAwayFromIncludes() {
    Selection selection = new Selection().include("com.acme").exclude("#toString");

    assertThat(selection.contains(RUN)).isTrue();
    assertThat(selection.contains(method("com.acme.Foo", "toString", "()V"))).isFalse();
    assertThat(selection.contains(method("org.Other", "run", "()V"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "@", "#"})
  void emptyPatternsAreRefused(String pattern) {
    assertThatThrownBy(() -> new Selection().include(pattern))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyAnnotationsMakeItLookAtThem() {
    assertThat(new Selection().include("com.acme").looksAtAnnotations()).isFalse();
    assertThat(new Selection().exclude("@com.acme.X").looksAtAnnotations()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "com.acme.Foo$Inner.run(I[J)Lcom/acme/Foo; | true",
        "com.acme.Foo com.acme.Foo$Inner.run(int, long[]) | true",
        "com.acme.Foo com.acme.Foo$Inner:run(int, long[]) | true",
        "com.acme.Foo$Inner.run | true",
        "com.acme.Foo$Inner.ru | false",
        "com.acme.#.run | true",
        "com.acme.# | true",
        "'\"#run(#\"' | true",
        "'#run(#' | false"
      })
  void tauRoutines(String routine, boolean matches) {
    var includes = new Selection();
    var excludes = new Selection();
    List<String> file = List.of("# a comment", "BEGIN_INCLUDE_LIST", routine, "END_INCLUDE_LIST");

    assertThat(includes.addTauFile("a.tau", file)).isEmpty();
    assertThat(
            excludes.addTauFile(
                "b.tau", List.of("BEGIN_EXCLUDE_LIST", routine, "", "END_EXCLUDE_LIST")))
        .isEmpty();

    // If the only line is a comment, nothing is included or excluded.
    boolean comment = routine.startsWith("#");
    assertThat(includes.contains(RUN)).isEqualTo(matches || comment);
    assertThat(excludes.contains(RUN)).isEqualTo(!matches);
  }

  @Test
  void whatTauFilesSayOfFilesAndSectionsIsPassedOver() {
    var selection = new Selection();

    List<String> warnings =
        selection.addTauFile(
            "x.tau",
            List.of(
                "BEGIN_FILE_EXCLUDE_LIST",
                "*.so",
                "END_FILE_EXCLUDE_LIST",
                "stray",
                "BEGIN_INSTRUMENT_SECTION",
                "loops routine=\"#\"",
                "END_INSTRUMENT_SECTION"));

    assertThat(warnings)
        .containsExactly(
            "x.tau:1: BEGIN_FILE_EXCLUDE_LIST means nothing here and is passed over",
            "x.tau:4: 'stray' is in no list and is passed over",
            "x.tau:5: BEGIN_INSTRUMENT_SECTION means nothing here and is passed over");
    assertThat(selection.contains(RUN)).isTrue();
  }

  @Test
  void listsMustEnd() {
    assertThatThrownBy(() -> new Selection().addTauFile("x", List.of("BEGIN_INCLUDE_LIST", "a")))
        .hasMessage("x: BEGIN_INCLUDE_LIST has no end");
    assertThatThrownBy(() ->
            new Selection().addTauFile("x", List.of("BEGIN_INCLUDE_LIST", "END_EXCLUDE_LIST")))
        .hasMessage("x:2: END_EXCLUDE_LIST where no such list is open");
    assertThatThrownBy(() -> new Selection().addTauFile("x", List.of("END_INCLUDE_LIST")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
