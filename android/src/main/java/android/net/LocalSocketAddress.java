package android.net;

/** The address of a Unix socket: a name in a namespace. */
public class LocalSocketAddress {
  private final String name;
  private final Namespace namespace;

  /** Where a name is looked for; programs here have the abstract one. */
  public enum Namespace {
    ABSTRACT,
    RESERVED,
    FILESYSTEM
  }

  public LocalSocketAddress(String name, Namespace namespace) {
    this.name = name;
    this.namespace = namespace;
  }

  public LocalSocketAddress(String name) {
    this(name, Namespace.ABSTRACT);
  }

  public String getName() {
    return name;
  }

  public Namespace getNamespace() {
    return namespace;
  }
}
