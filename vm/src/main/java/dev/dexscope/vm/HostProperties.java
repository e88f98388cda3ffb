package dev.dexscope.vm;

import dev.dexscope.vm.runtime.VmContext;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** System properties that the launcher has set for us. Programs do not see them. */
final class HostProperties {
  private static final String OURS = "dexscope.";

  /** Our main class and its arguments. */
  private static final String COMMAND = "sun.java.command";

  /**
   * The JDK's packages opened to us; Java VMs that start from a class cache keep the properties.
   */
  private static final String OPENED = "jdk.module.addopens.";

  /** For the run time that is injected into apps, and for tests. */
  private static final Set<String> SEEN = Set.of("dexscope.process", "dexscope.check");

  private final Map<String, String> hidden = new ConcurrentHashMap<>();

  private HostProperties() {}

  private static HostProperties ofVm() {
    return VmContext.current().part(HostProperties.class, HostProperties::new);
  }

  /** Takes them out, until {@link HostState} puts them back. */
  static void hide() {
    for (String each : System.getProperties().stringPropertyNames()) {
      boolean isOurs = each.startsWith(OURS) && !SEEN.contains(each);
      if (isOurs || each.equals(COMMAND) || each.startsWith(OPENED)) {
        ofVm().hidden.put(each, System.clearProperty(each));
      }
    }
  }

  /** Sets what Java VMs name a program by, until {@link #hideCommand}: agents read it. */
  static void setCommand(String mainClass, String... arguments) {
    var command = new StringBuilder(mainClass);
    for (String each : arguments) {
      command.append(' ').append(each);
    }
    System.setProperty(COMMAND, command.toString());
  }

  /** Takes it away: there is no such property on Android. */
  static void hideCommand() {
    System.clearProperty(COMMAND);
  }

  static @Nullable String get(String name) {
    String seen = System.getProperty(name);
    return seen == null ? ofVm().hidden.get(name) : seen;
  }
}
