package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTest {
  @Test
  void intentsAreLabelledByWhatTheyName() {
    String full = "start:intent:#Intent;action=a.b.MAIN;component=c.d/.E;i.x=1;end";
    assertThat(Step.label(full)).isEqualTo("start:c.d/.E");
    assertThat(Step.label("broadcast:intent:#Intent;action=a.b.GO;end > /tmp/a.txt"))
        .isEqualTo("broadcast:a.b.GO");
    assertThat(Step.label("service:stop,intent:#Intent;component=c/.S;end"))
        .isEqualTo("service:stop,c/.S");
    assertThat(Step.label("start:intent:#Intent;end")).isEqualTo("start:intent:#Intent;end");
    assertThat(Step.label("tap:id/intent")).isEqualTo("tap:id/intent");
  }

  @Property
  void requestsToProvidersAreReadAsTheyWereWritten(
      @ForAll String address, @ForAll List<String> bound) {
    Map<String, List<String>> words =
        bound.isEmpty()
            ? Map.of("uri", List.of(address))
            : Map.of("uri", List.of(address), "bind", bound);
    // Halves of characters have no form in UTF-8.
    if (StandardCharsets.UTF_8.newEncoder().canEncode(address + String.join("", bound))) {
      assertThat(Step.parse(Step.Content.text("query", words, Path.of("/tmp/a.txt"))))
          .isEqualTo(new Step.Content("query", words, Path.of("/tmp/a.txt")));
    }
  }

  @Test
  void servicesAreNamedByIntents() {
    assertThat(Step.parse("service:start_foreground,intent:#Intent;end"))
        .isEqualTo(new Step.Service(Step.ServiceAction.START_FOREGROUND, "intent:#Intent;end"));
    assertThatThrownBy(() -> Step.parse("service:pause,intent:#Intent;end"))
        .isInstanceOf(AppException.class);
    assertThatThrownBy(() -> Step.parse("service:")).isInstanceOf(AppException.class);
  }

  @Test
  void stepsArePartedBySemicolonsAndLines() {
    Script script =
        Script.parse(
            """
            # the way in
            text:id/user=joe; keys:joe: 1; tap:id/login
            swipe:up; swipe:1,2,3,4; swipe:1,2,3,4,50
            rotate; back; wait:500; monkey:200@7; screenshot:a.png; tree; tree:a.json; relaunch
            key:ENTER; focus:a.txt
            """);

    assertThat(script.steps())
        .containsExactly(
            new Step.Type(new Target.Id("user"), "joe"),
            new Step.Keys("joe: 1"),
            new Step.Tap(new Target.Id("login"), false),
            new Step.Fling(Step.Direction.UP),
            new Step.Swipe(1, 2, 3, 4, 300),
            new Step.Swipe(1, 2, 3, 4, 50),
            new Step.Rotate(),
            new Step.Back(),
            new Step.Wait(500),
            new Step.Monkey(200, 7),
            new Step.Screenshot(Path.of("a.png")),
            new Step.Tree(""),
            new Step.Tree("a.json"),
            new Step.Relaunch(),
            new Step.Key("ENTER"),
            new Step.Focus(Path.of("a.txt")));
    assertThat(script.text().getFirst()).isEqualTo("text:id/user=joe");
  }

  @Test
  void targetsAreNamedInFiveWays() {
    assertThat(Script.parse("tap:id/a;tap:text/b c;longtap:desc/d;tap:10,20;tap:e f").steps())
        .containsExactly(
            new Step.Tap(new Target.Id("a"), false),
            new Step.Tap(new Target.Text("b c"), false),
            new Step.Tap(new Target.Description("d"), true),
            new Step.Tap(new Target.Place(10, 20), false),
            new Step.Tap(new Target.Any("e f"), false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"id/a", "text/b c", "desc/d", "10,20", "e f"})
  void aTargetIsNamedAsItWasWritten(String written) {
    assertThat(Target.parse(written).written()).isEqualTo(written);
  }

  @Test
  void aBackslashKeepsWhatWouldPart() {
    assertThat(Script.parse("text:id/a=x\\;y\\\\z=1").steps())
        .containsExactly(new Step.Type(new Target.Id("a"), "x;y\\z=1"));
  }

  @Test
  void aMonkeyWithoutSeedHasOne() {
    assertThat(Script.parse("monkey:5").steps())
        .singleElement()
        .isInstanceOfSatisfying(Step.Monkey.class, it -> assertThat(it.count()).isEqualTo(5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fly",
        "tap",
        "tap:",
        "text:id/a",
        "text:=b",
        "swipe:1,2",
        "swipe:a,b,c,d",
        "wait:",
        "wait:-1",
        "wait:99999999999",
        "monkey:0",
        "monkey:1@x",
        "screenshot",
        "swipe:1,2,3,4,5,6"
      })
  void aWrongStepIsNamed(String step) {
    assertThatThrownBy(() -> Script.parse("back; " + step))
        .isInstanceOf(AppException.class)
        .hasMessageContaining(";");
  }

  /** Any text is parsed as a script, or refused with a reason. */
  @Property
  void anyTextIsReadOrRefused(@ForAll String text) {
    try {
      Script script = Script.parse(text);
      assertThat(script.steps()).hasSameSizeAs(script.text());
    } catch (AppException e) {
      assertThat(e).hasMessageContaining("; ");
    }
  }
}
