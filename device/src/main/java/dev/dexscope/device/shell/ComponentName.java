package dev.dexscope.device.shell;

import java.io.IOException;

/**
 * A class of a package.
 *
 * @param className the full name
 */
record ComponentName(String packageName, String className) {
  /** Parses {@code PACKAGE/CLASS}, where the class may omit the package's name. */
  static ComponentName parse(String text) throws IOException {
    int slash = text.indexOf('/');
    if (slash <= 0 || slash == text.length() - 1) {
      throw new IOException("no component: " + text + "; write PACKAGE/CLASS");
    }
    String packageName = text.substring(0, slash);
    String className = text.substring(slash + 1);
    return new ComponentName(
        packageName, className.startsWith(".") ? packageName + className : className);
  }

  /** Returns the same, without the package's name at the start of the class. */
  String shortName() {
    boolean isBelow = className.startsWith(packageName + ".");
    return packageName + "/" + (isBelow ? className.substring(packageName.length()) : className);
  }

  @Override
  public String toString() {
    return packageName + "/" + className;
  }
}
