package dev.dexscope.device.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/** {@code uiautomator dump [--compressed] [FILE]}: the views of the app on the screen, as XML. */
final class UiAutomatorCommand {
  private static final String FILE = "/sdcard/window_dump.xml";
  private static final String TERMINAL = "/dev/tty";

  private UiAutomatorCommand() {}

  static int run(Call call) throws IOException {
    List<String> words = call.words();
    if (words.isEmpty() || !words.getFirst().equals("dump")) {
      return call.fail("dump [--compressed] [FILE]");
    }
    String file =
        words.stream().skip(1).filter(each -> !each.startsWith("--")).findFirst().orElse(FILE);
    byte[] xml = new Screen(call.shell().device()).hierarchy();
    if (file.equals(TERMINAL)) {
      call.out().print(new String(xml, StandardCharsets.UTF_8));
    } else {
      Files.write(call.shell().hostToWrite(file), xml);
    }
    // Android's own spelling, which clients look for.
    call.out().println("UI hierchary dumped to: " + file);
    return 0;
  }
}
