package dev.dexscope.web.http;

/**
 * What a request may do, by the key that it has.
 *
 * @param key identifies the key, for limits; empty if there are no keys, or for the server's token
 * @param app the application; empty for all
 * @param perMinute the number of uploads in a minute; 0 for the server's own limit
 */
public record Grant(String key, String app, Role role, int perMinute) {
  /** Everything, as on a server without keys. */
  public static final Grant ALL = new Grant("", "", Role.ADMIN, 0);

  /** What a key is for. */
  public enum Role {
    /** Uploads. */
    WRITE,
    /** Questions, and traces. */
    READ,
    /** Both, and deletion. */
    ADMIN
  }

  /** Returns whether it is for this application. */
  private boolean isOf(String name) {
    return app.isEmpty() || app.equals(name);
  }

  /** Returns whether runs of an application may be uploaded. */
  public boolean writes(String name) {
    return isOf(name) && role != Role.READ;
  }

  /** Returns whether runs of an application may be seen; an empty name is of no application. */
  public boolean reads(String name) {
    return isOf(name) && role != Role.WRITE;
  }

  /** Returns whether runs of an application may be deleted. */
  public boolean deletes(String name) {
    return isOf(name) && role == Role.ADMIN;
  }

  /** Returns whether there is nothing that it may not do. */
  public boolean isAll() {
    return app.isEmpty() && role == Role.ADMIN;
  }
}
