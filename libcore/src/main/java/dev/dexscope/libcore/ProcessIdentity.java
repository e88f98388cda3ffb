package dev.dexscope.libcore;

/**
 * Who this process is, as its program is told: the host has other names and users.
 *
 * @param name as {@code ps} shows it
 * @param uid the number of its user
 */
public record ProcessIdentity(String name, int uid) {
  private static final int FIRST_APPLICATION = 10_000;

  /** Who it is where nobody has said so: the first app of a device, by the host's name. */
  private static volatile ProcessIdentity own =
      new ProcessIdentity(ProcessHandle.current().info().command().orElse(""), FIRST_APPLICATION);

  /** This process. */
  public static ProcessIdentity own() {
    return own;
  }

  /** This process is that one from now on. */
  public void take() {
    own = this;
  }
}
