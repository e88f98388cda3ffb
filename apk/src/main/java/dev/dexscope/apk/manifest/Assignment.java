package dev.dexscope.apk.manifest;

import dev.dexscope.apk.xml.AndroidAttribute;
import dev.dexscope.apk.xml.Attribute;
import dev.dexscope.apk.xml.Element;
import dev.dexscope.apk.xml.Value;
import dev.dexscope.apk.xml.XmlDocument;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An attribute to set, in its text form: {@code PATH@ATTRIBUTE=VALUE}. The path leads from the root
 * through element names; {@code [NAME]} after one selects the element whose {@code android:name}
 * ends so. The value's type is inferred from its form, unless the attribute is always or already a
 * string.
 */
record Assignment(List<Step> path, String attribute, String value) {
  private static final Pattern FORM =
      Pattern.compile(
          "([^@=]+)@(?:android:)?([\\w.]+(?::0x[0-9a-fA-F]{1,8})?)=(.*)", Pattern.DOTALL);
  private static final Pattern STEP = Pattern.compile("([\\w.-]+)(?:\\[([^\\[\\]]+)])?");
  private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,9}");
  private static final Pattern HEX = Pattern.compile("([@?]?)0x([0-9a-fA-F]{1,8})");

  private static final Set<String> WITHOUT_NAMESPACE =
      Set.of("package", "split", "configForSplit", "coreApp");

  /** Android reads these as texts only, even where they look like numbers. */
  private static final Set<String> TEXTS =
      Set.of(
          "name",
          "label",
          "versionName",
          "permission",
          "process",
          "authorities",
          "sharedUserId",
          "taskAffinity",
          "splitName",
          "targetActivity",
          "appComponentFactory",
          "scheme",
          "host");

  record Step(String element, String name) {
    boolean matches(Element candidate) {
      return candidate.name().equals(element)
          && (name.isEmpty()
              || candidate
                  .attribute(AndroidAttribute.NAME.id())
                  .filter(a -> a.text().endsWith(name))
                  .isPresent());
    }
  }

  static Assignment parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not PATH@ATTRIBUTE=VALUE, such as application@debuggable=true");
    }
    String path = form.group(1);
    if (!path.equals("manifest") && !path.startsWith("manifest/")) {
      path = "manifest/" + path;
    }
    return new Assignment(
        Pattern.compile("/").splitAsStream(path).map(Assignment::step).toList(),
        form.group(2),
        form.group(3));
  }

  private static Step step(String text) {
    Matcher step = STEP.matcher(text);
    if (!step.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not ELEMENT or ELEMENT[NAME]");
    }
    return new Step(step.group(1), step.group(2) == null ? "" : step.group(2));
  }

  void applyTo(XmlDocument document) {
    Element element = find(document);
    if (WITHOUT_NAMESPACE.contains(attribute)) {
      document.set(element, attribute, value);
      return;
    }
    AndroidAttribute android = attribute(document);
    Optional<Attribute> old = element.attribute(android.id());
    boolean text =
        TEXTS.contains(android.attributeName())
            || old.filter(a -> a.value().type() == Value.STRING).isPresent();
    Optional<Value> typed = text && !value.startsWith("@0x") ? Optional.empty() : typed();
    if (typed.isPresent()) {
      document.set(element, android, typed.get());
    } else {
      document.set(element, android, value);
    }
  }

  private Element find(XmlDocument document) {
    int matched = 0;
    for (Element element : document.elements()) {
      matched = Math.min(matched, element.depth());
      if (element.depth() == matched && path.get(matched).matches(element)) {
        matched++;
        if (matched == path.size()) {
          return element;
        }
      }
    }
    Step missing = path.get(path.size() - 1);
    throw new IllegalArgumentException(
        "no <"
            + missing.element()
            + ">"
            + (missing.name().isEmpty() ? "" : " named " + missing.name())
            + " at this place");
  }

  /** Returns the attribute, known by name, by another use in this document, or from its id. */
  private AndroidAttribute attribute(XmlDocument document) {
    int colon = attribute.indexOf(':');
    if (colon > 0) {
      return new AndroidAttribute(
          attribute.substring(0, colon),
          Integer.parseUnsignedInt(attribute.substring(colon + 3), 16));
    }
    return AndroidAttribute.named(attribute)
        .or(() ->
            document.elements().stream()
                .flatMap(e -> e.attributes().stream())
                .filter(a -> a.name().equals(attribute) && a.resourceId() != 0)
                .map(a -> new AndroidAttribute(attribute, a.resourceId()))
                .findFirst())
        .orElseThrow(() ->
            new IllegalArgumentException(
                "the attribute '"
                    + attribute
                    + "' is unknown; specify its resource id too: "
                    + attribute
                    + ":0x0101...."));
  }

  private Optional<Value> typed() {
    if (value.equals("true") || value.equals("false")) {
      return Optional.of(Value.bool(value.equals("true")));
    }
    if (DECIMAL.matcher(value).matches()) {
      return Optional.of(Value.integer(Integer.parseInt(value)));
    }
    Matcher hex = HEX.matcher(value);
    if (hex.matches()) {
      int type =
          switch (hex.group(1)) {
            case "@" -> Value.REFERENCE;
            case "?" -> Value.ATTRIBUTE;
            default -> Value.INT_HEX;
          };
      return Optional.of(new Value(type, Integer.parseUnsignedInt(hex.group(2), 16)));
    }
    return Optional.empty();
  }
}
