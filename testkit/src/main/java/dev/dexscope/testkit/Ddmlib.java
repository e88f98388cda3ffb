package dev.dexscope.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/** Google's ddmlib, which asks the only VM of a device all that it can. */
public final class Ddmlib {
  private static final String DRIVER = "DdmlibDriver.java";

  private Ddmlib() {}

  /**
   * Returns its output: {@code hello}, {@code thread}, {@code frame}, {@code heap}, {@code hprof},
   * {@code allocation}, {@code trace}, {@code end}, each with the report that it got.
   *
   * @param classPath of the ddmlib that is meant
   */
  public static List<String> drive(StockAdb adb, String serial, String classPath)
      throws IOException, InterruptedException {
    Path driver = adb.home().resolve(DRIVER);
    try (InputStream source = Objects.requireNonNull(Ddmlib.class.getResourceAsStream(DRIVER))) {
      Files.copy(source, driver, StandardCopyOption.REPLACE_EXISTING);
    }
    Path out = adb.home().resolve("ddmlib.out");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.awt.headless=true",
                "-Duser.home=" + adb.home(),
                "-cp",
                classPath,
                driver.toString(),
                Peer.ADB.path().toString(),
                serial)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("HOME", adb.home().toString());
    builder.environment().put("ANDROID_ADB_SERVER_PORT", adb.port() + "");
    Process process = builder.start();
    process.getOutputStream().close();
    process.waitFor();
    return Files.readAllLines(out, StandardCharsets.UTF_8);
  }
}
