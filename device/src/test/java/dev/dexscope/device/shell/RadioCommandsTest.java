package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RadioCommandsTest {
  @TempDir Path folder;

  private TestShell.Result run(String line) throws IOException {
    return TestShell.run(folder, line);
  }

  @ParameterizedTest
  @CsvSource({
    "svc wifi disable, wifi_on, 0",
    "svc data disable, mobile_data, 0",
    "svc bluetooth enable, bluetooth_on, 1",
    "svc nfc enable, nfc_on, 1",
    "cmd wifi set-wifi-enabled disabled, wifi_on, 0",
    "cmd phone data disable, mobile_data, 0",
    "cmd bluetooth_manager enable, bluetooth_on, 1",
    "cmd connectivity airplane-mode enable, airplane_mode_on, 1"
  })
  void aRadioIsASetting(String command, String setting, String value) throws IOException {
    assertThat(run(command + "; settings get global " + setting).out()).isEqualTo(value + "\n");
  }

  @Test
  void statesAreReportedAsTheyWereSet() throws IOException {
    assertThat(
            run("cmd connectivity airplane-mode; cmd connectivity airplane-mode enable;"
                    + "cmd connectivity airplane-mode; cmd uimode night yes; cmd uimode night;"
                    + "settings get secure ui_night_mode; svc wifi disable; cmd wifi status")
                .out())
        .isEqualTo("disabled\nenabled\nNight mode: yes\nNight mode: yes\n2\nWifi is disabled\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "svc",
        "svc wifi",
        "svc wifi perhaps",
        "svc radio enable",
        "svc power reboot",
        "cmd wifi",
        "cmd wifi set-wifi-enabled",
        "cmd phone data",
        "cmd bluetooth_manager",
        "cmd connectivity airplane-mode on",
        "cmd connectivity",
        "cmd uimode night dark",
        "cmd uimode",
        "appops set org.test CAMERA deny",
        "appops"
      })
  void otherWordsChangeNothing(String command) throws IOException {
    String all = "settings list global; settings list secure";
    String before = run(all).out();
    assertThat(run(command).exit()).isNotZero();
    assertThat(run(all).out()).isEqualTo(before);
  }
}
