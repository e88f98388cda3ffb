package dev.dexscope.vm.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The system properties as code of programs sees them. Beside a framework the JDK's code and the
 * framework's host read the process's own properties: those that identify the Java VM keep their
 * values there, and programs see others.
 */
public final class ProgramProperties {
  /** The properties that programs see with other values. */
  private volatile Map<String, String> shown = Map.of();

  private ProgramProperties() {}

  private static ProgramProperties ofVm() {
    return VmContext.current().part(ProgramProperties.class, ProgramProperties::new);
  }

  /** Shows properties to programs with these values. */
  public static void show(Map<String, String> properties) {
    ofVm().shown = Map.copyOf(properties);
  }

  /** Shows one more, or another value of one. */
  public static synchronized void show(String name, String value) {
    Map<String, String> all = new HashMap<>(ofVm().shown);
    all.put(name, value);
    show(all);
  }

  /** Returns the value that programs see. */
  public static @Nullable String get(String name) {
    // First: a name that is null or empty is refused.
    String value = System.getProperty(name);
    return ofVm().shown.getOrDefault(name, value);
  }

  /** Returns all properties that programs see. */
  public static Properties all() {
    Map<String, String> shown = ofVm().shown;
    return shown.isEmpty() ? System.getProperties() : new Shown(shown);
  }

  /** A copy; what is set in it is set in the process too. */
  private static final class Shown extends Properties {
    private static final long serialVersionUID = 1;

    Shown(Map<String, String> shown) {
      super(System.getProperties());
      // Not by put, which also sets the process's.
      System.getProperties().forEach(super::put);
      shown.forEach(super::put);
    }

    @Override
    public synchronized @Nullable Object put(Object name, Object value) {
      System.getProperties().put(name, value);
      return super.put(name, value);
    }

    @Override
    public synchronized @Nullable Object remove(Object name) {
      System.getProperties().remove(name);
      return super.remove(name);
    }
  }
}
