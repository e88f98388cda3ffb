package dev.dexscope.baseline;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The versions of profiles, by the Android versions that read them. */
public enum ProfileVersion {
  /** Android 7: methods without uses, and class definitions. */
  N("001", ':'),
  /** Android 8.0: methods with the types of their calls. */
  O("005", ':'),
  /** Android 8.1: uses; compressed. */
  O_MR1("009", '!'),
  /** Android 9 to 11, and the one in packages. */
  P("010", '!'),
  /** Android 12 and later: sections. */
  S("015", '!');

  private final String number;
  private final char separator;

  ProfileVersion(String number, char separator) {
    this.number = number;
    this.separator = separator;
  }

  /** Returns the number that files have. */
  public String number() {
    return number;
  }

  /** Returns what is between the package and the dex file in keys. */
  char separator() {
    return separator;
  }

  byte[] bytes() {
    return (number + '\0').getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the version with these four bytes; null if there is none. */
  static @Nullable ProfileVersion of(byte[] bytes) {
    for (ProfileVersion each : values()) {
      if (Arrays.equals(each.bytes(), bytes)) {
        return each;
      }
    }
    return null;
  }
}
