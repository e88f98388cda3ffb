package dev.dexscope.cli;

import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code --version}: our version, and that of the running JDK. */
final class Version implements IVersionProvider {
  /** The exit code of {@code --version}. */
  static int print(Terminal terminal) throws IOException {
    terminal.out().println(line());
    return ExitCode.DONE.code();
  }

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {line()};
  }

  private static String line() throws IOException {
    var properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        throw new IOException("version.properties is missing from the jar");
      }
      properties.load(in);
    }
    return "dexscope " + properties.getProperty("version") + " (JDK " + Runtime.version() + ")";
  }
}
