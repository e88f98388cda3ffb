package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.apps.PhoneSettings.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhoneSettingsTest {
  @TempDir Path folder;

  @Test
  void changesAreKept() throws IOException {
    Path file = folder.resolve("settings");
    PhoneSettings settings = PhoneSettings.of(file);
    assertThat(settings.all(Table.SYSTEM)).containsEntry("font_scale", "1.0");
    settings.put(Table.SYSTEM, "font_scale", "1.3");
    settings.put(Table.GLOBAL, "a=b c", "é\nü");
    assertThat(settings.delete(Table.SYSTEM, "dtmf_tone")).isTrue();
    assertThat(settings.delete(Table.SYSTEM, "dtmf_tone")).isFalse();
    assertThat(settings.delete(Table.SECURE, "none")).isFalse();
    settings.screen(new PhoneScreen(800, 1280, 320));

    PhoneSettings read = PhoneSettings.of(file);
    assertThat(read.all(Table.SYSTEM)).containsEntry("font_scale", "1.3");
    assertThat(read.all(Table.SYSTEM)).doesNotContainKey("dtmf_tone");
    assertThat(read.all(Table.GLOBAL)).containsEntry("a=b c", "é\nü");
    assertThat(read.screen()).isEqualTo(new PhoneScreen(800, 1280, 320));
    read.screen(PhoneSettings.physicalScreen());
    assertThat(PhoneSettings.of(file).screen()).isEqualTo(PhoneSettings.physicalScreen());
  }

  @Test
  void aScreenHasTheQualifiersOfItsPoints() {
    assertThat(PhoneSettings.physicalScreen().qualifiers(false))
        .isEqualTo("w411dp-h731dp-port-notnight-420dpi");
    assertThat(new PhoneScreen(1280, 800, 320).qualifiers(true))
        .isEqualTo("w640dp-h400dp-land-night-320dpi");
    PhoneScreen lying = PhoneSettings.physicalScreen().turned(true);
    assertThat(lying.qualifiers(false)).isEqualTo("w731dp-h411dp-land-notnight-420dpi");
    assertThat(lying.turned(true)).isEqualTo(lying);
    assertThat(lying.turned(false)).isEqualTo(PhoneSettings.physicalScreen());
  }

  @Test
  void whatIsChangedIsReceivedAndCanBeDoneElsewhere() throws IOException {
    PhoneSettings device = PhoneSettings.of(folder.resolve("device"));
    PhoneSettings app = PhoneSettings.of(folder.resolve("app"));
    List<String> changes = new ArrayList<>();
    device.whenChanged(changes::add);

    device.put(Table.SYSTEM, "font_scale", "1.3");
    device.put(Table.SYSTEM, "system_locales", "zh-Hant-TW,en-US");
    device.put(Table.SECURE, "ui_night_mode", "2");
    device.screen(new PhoneScreen(720, 1280, 320));
    device.delete(Table.SYSTEM, "dtmf_tone");
    for (String each : changes) {
      app.change(each);
    }

    assertThat(app.fontScale()).isEqualTo(1.3f);
    assertThat(app.qualifiers()).isEqualTo("b+zh+Hant+TW-w360dp-h640dp-port-night-320dpi");
    assertThat(app.all(Table.SYSTEM)).isEqualTo(device.all(Table.SYSTEM));
    app.change("screen");
    app.change("bars=off");
    assertThat(app.hasBars()).isFalse();
    app.change("bars=on");
    assertThat(app.hasBars()).isTrue();
    app.change("keyboard=off");
    assertThat(app.hasKeyboard()).isFalse();
    app.change("keyboard");
    assertThat(app.hasKeyboard()).isTrue();
    app.change("navigation=gestures");
    assertThat(app.hasGestures()).isTrue();
    assertThat(app.get(Table.SECURE, "navigation_mode")).isEqualTo("2");
    app.change("navigation=buttons");
    assertThat(app.hasGestures()).isFalse();
    app.change("system/system_locales=fr-FR");
    assertThat(app.qualifiers()).startsWith("fr-rFR-w411dp");
    for (String each :
        List.of("", "a=b", "system", "system/", "screen=big", "bars=blue", "navigation=2")) {
      assertThatThrownBy(() -> app.change(each)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whatNoScreenHasIsRefused() {
    assertThatThrownBy(() -> new PhoneScreen(99, 800, 320))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PhoneScreen(800, 8193, 320))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PhoneScreen(800, 800, 71))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void settingsAreLimited() throws IOException {
    PhoneSettings settings = PhoneSettings.of(folder.resolve("many"));
    assertThatThrownBy(() -> settings.put(Table.GLOBAL, "long", "x".repeat(1 << 16)))
        .isInstanceOf(IOException.class);
  }
}
