package dev.dexscope.vm.load;

import java.util.List;
import java.util.Set;

/**
 * The JDK's packages that Android has not: beside a framework, programs do not find them, because
 * libraries look them up to find out where they are.
 */
final class AbsentPackages {
  private static final List<String> BEGINNINGS =
      List.of(
          "com.sun.",
          "java.applet.",
          "java.awt.",
          "java.beans.",
          "java.lang.instrument.",
          "java.lang.management.",
          "java.net.http.",
          "java.rmi.",
          "javax.accessibility.",
          "javax.annotation.processing.",
          "javax.imageio.",
          "javax.lang.model.",
          "javax.management.",
          "javax.naming.",
          "javax.print.",
          "javax.rmi.",
          "javax.script.",
          "javax.security.sasl.",
          "javax.smartcardio.",
          "javax.sound.",
          "javax.swing.",
          "javax.tools.",
          "javax.transaction.",
          "javax.xml.catalog.",
          "javax.xml.crypto.",
          "javax.xml.stream.",
          "org.ietf.jgss.");

  /** What Android has of them. */
  private static final Set<String> THERE =
      Set.of(
          "java.awt.font.NumericShaper",
          "java.awt.font.TextAttribute",
          "java.beans.IndexedPropertyChangeEvent",
          "java.beans.PropertyChangeEvent",
          "java.beans.PropertyChangeListener",
          "java.beans.PropertyChangeListenerProxy",
          "java.beans.PropertyChangeSupport");

  private AbsentPackages() {}

  /** Returns whether Android lacks a class. */
  static boolean has(String name) {
    // Most are of other packages.
    if (!name.startsWith("java") && !name.startsWith("com.sun.") && !name.startsWith("org.ietf.")) {
      return false;
    }
    int nested = name.indexOf('$');
    return BEGINNINGS.stream().anyMatch(name::startsWith)
        && !THERE.contains(nested < 0 ? name : name.substring(0, nested));
  }
}
