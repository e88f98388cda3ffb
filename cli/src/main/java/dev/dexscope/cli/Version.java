package dev.dexscope.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: ours, and the JDK's that runs us. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    var properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        throw new IOException("version.properties is missing from the jar");
      }
      properties.load(in);
    }
    return new String[] {
      "dexscope " + properties.getProperty("version") + " (JDK " + Runtime.version() + ")"
    };
  }
}
