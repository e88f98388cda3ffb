package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Words of {@code am start} as the line that {@code Intent.parseUri} reads. */
class IntentTest {
  private static Intent of(String... words) throws IOException {
    List<String> all = List.of(words);
    Intent intent = new Intent();
    for (int i = 0; i < all.size(); i++) {
      int taken = intent.take(all.get(i), all.subList(i + 1, all.size()));
      assertThat(taken).as(all.get(i)).isNotNegative();
      i += taken;
    }
    return intent;
  }

  @Test
  void extrasKeepTheirTypesAndWhateverTheySay() throws IOException {
    Intent intent =
        of(
            "-n",
            "org.a/.Main",
            "--es",
            "a b",
            "x;y=z#\u00e4",
            "--ei",
            "n",
            "0x10",
            "--ez",
            "on",
            "T",
            "--el",
            "l",
            "-5",
            "--ef",
            "f",
            "1.5");
    assertThat(intent.toUri())
        .isEqualTo(
            "intent:#Intent;component=org.a/.Main;S.a%20b=x%3By%3Dz%23%C3%A4;i.n=16;B.on=true;"
                + "l.l=-5;f.f=1.5;end");
    assertThat(intent.toString()).isEqualTo("Intent { cmp=org.a/.Main (has extras) }");
  }

  @Test
  void addressesActionsAndFlagsAreSaid() throws IOException {
    Intent intent =
        of(
            "-a",
            "android.intent.action.VIEW",
            "-c",
            "a.b.C",
            "-d",
            "http://h/p?q#r",
            "-t",
            "text/plain",
            "-p",
            "org.a",
            "-f",
            "0x10000000",
            "--activity-clear-top");
    assertThat(intent.toUri())
        .isEqualTo(
            "intent://h/p?q%23r#Intent;scheme=http;action=android.intent.action.VIEW;category=a.b.C;"
                + "type=text%2Fplain;launchFlags=0x14000000;package=org.a;end");
    assertThat(intent.isForLauncher()).isFalse();
  }

  @Test
  void valuesThatAreMissingOrOfAnotherTypeAreTold() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> of("--ei", "n", "many"))
        .withMessage("no value for --ei: many");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> of("--es", "key"))
        .withMessage("no value after --es");
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> of("-n", "none"));
  }

  @Test
  void whatIsNoOptionOfAnIntentIsNotTaken() throws IOException {
    assertThat(new Intent().take("-W", List.of())).isEqualTo(-1);
  }
}
