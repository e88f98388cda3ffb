package dev.dexscope.cli.packages;

import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.SigningKey;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name the key to sign with; the same for every command that writes packages. */
public final class KeyOptions {
  @Option(
      names = "--keystore",
      paramLabel = "FILE",
      description =
          "PKCS12 or JKS keystore. Default: the debug key of Android's tools where there is one, else"
              + " one that is made on first use in ~/.dexscope.")
  @Nullable Path keystore;

  @Option(
      names = "--keystore-pass",
      paramLabel = "SOURCE",
      description = "Its password: env:NAME, file:PATH or prompt (default).")
  String keystorePassword = PasswordSource.PROMPT;

  @Option(
      names = "--key-alias",
      paramLabel = "NAME",
      description = "Which key. Default: the only one.")
  String alias = "";

  @Option(
      names = "--key-pass",
      paramLabel = "SOURCE",
      description = "The key's own password. Default: the keystore's.")
  String keyPassword = "";

  /** Returns whether a key of the user's is named. */
  public boolean isAsked() {
    return keystore != null;
  }

  /** Returns whether a password is requested on the terminal, which happens before other output. */
  boolean isPrompting() {
    return keystore != null
        && (keystorePassword.equals(PasswordSource.PROMPT)
            || keyPassword.equals(PasswordSource.PROMPT));
  }

  /** The key. */
  public SigningKey load(Terminal terminal) throws IOException {
    if (keystore == null) {
      return DebugKeystore.ofUser(
          reason -> terminal.err().println("dexscope: warning: " + Terminal.plain(reason)));
    }
    InputFile.check(keystore);
    char[] store = PasswordSource.read(keystorePassword, keystore.toString());
    char[] key =
        keyPassword.isEmpty()
            ? new char[0]
            : PasswordSource.read(keyPassword, "the key in " + keystore);
    return SigningKey.load(keystore, store, alias, key);
  }
}
