package dev.dexscope.observe.inspect;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** HotSpot's diagnostic commands, those of jcmd, within this process. */
final class HotSpot {
  private HotSpot() {}

  /** Returns the output of a command. */
  static String command(String name, String... options) {
    try {
      return (String)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  name,
                  new Object[] {options},
                  new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new IllegalStateException("HotSpot has no command " + name, e);
    }
  }
}
