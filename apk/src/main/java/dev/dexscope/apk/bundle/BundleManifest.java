package dev.dexscope.apk.bundle;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.xml.AndroidAttribute;
import dev.dexscope.apk.xml.XmlDocument;
import dev.dexscope.base.zip.ZipArchive;
import java.util.List;
import java.util.Optional;

/**
 * The manifest of an app bundle: XML as a protocol buffer (aapt2's {@code Resources.proto}). It
 * provides the changes that a profiler needs; every other byte is kept.
 *
 * <pre>{@code
 * BundleManifest manifest = BundleManifest.of(bundle);
 * manifest.addPermission("android.permission.INTERNET");
 * rewriter.put(BundleManifest.ENTRY, manifest.write());
 * }</pre>
 */
public final class BundleManifest {
  /** The base module's manifest in a bundle. */
  public static final String ENTRY = "base/manifest/AndroidManifest.xml";

  /** XmlNode. */
  private static final int NODE_ELEMENT = 1;

  /** XmlElement. */
  private static final int ELEMENT_NAME = 3;

  private static final int ELEMENT_ATTRIBUTE = 4;
  private static final int ELEMENT_CHILD = 5;

  /** XmlAttribute. */
  private static final int ATTRIBUTE_NAMESPACE = 1;

  private static final int ATTRIBUTE_NAME = 2;
  private static final int ATTRIBUTE_VALUE = 3;
  private static final int ATTRIBUTE_RESOURCE_ID = 5;
  private static final int ATTRIBUTE_COMPILED_ITEM = 6;

  /** Item and Primitive. */
  private static final int ITEM_PRIMITIVE = 7;

  private static final int PRIMITIVE_BOOLEAN = 8;

  private final String file;
  private final Message root;
  private final Message manifest;
  private boolean isChanged;

  private BundleManifest(String file, Message root) {
    this.file = file;
    this.root = root;
    this.manifest =
        root.message(NODE_ELEMENT)
            .filter(each -> each.text(ELEMENT_NAME).equals("manifest"))
            .orElseThrow(() -> root.broken("it has no <manifest>"));
  }

  /**
   * Reads a bundle's manifest.
   *
   * @param file for errors
   */
  public static BundleManifest read(String file, byte[] bytes) {
    return new BundleManifest(file, Message.read(file, bytes));
  }

  /** The manifest of a bundle's base module. */
  public static BundleManifest of(ZipArchive bundle) {
    byte[] bytes =
        bundle
            .find(ENTRY)
            .orElseThrow(() -> new ApkFormatException(bundle.file(), 0, "it has no " + ENTRY))
            .read();
    return read(bundle.file() + "!" + ENTRY, bytes);
  }

  /** Returns the same manifest in the form of packages, to be queried. */
  public Manifest asPackages() {
    return Manifest.read(file, CompiledXml.of(root));
  }

  /** Returns the permissions that it requests. */
  public List<String> permissions() {
    return children(manifest).stream()
        .filter(each -> each.text(ELEMENT_NAME).startsWith("uses-permission"))
        .flatMap(each -> attribute(each, AndroidAttribute.NAME).stream())
        .map(each -> each.text(ATTRIBUTE_VALUE))
        .toList();
  }

  public boolean isDebuggable() {
    return find(manifest, "application")
        .filter(each -> isSet(each, AndroidAttribute.DEBUGGABLE))
        .isPresent();
  }

  /** Returns whether the shell may profile it although it is not debuggable (since Android 10). */
  public boolean isProfileableByShell() {
    return find(manifest, "application")
        .flatMap(each -> find(each, "profileable"))
        .filter(each -> isSet(each, AndroidAttribute.SHELL))
        .isPresent();
  }

  /** Asks for a permission, if it does not yet. */
  public void addPermission(String name) {
    if (permissions().contains(name)) {
      return;
    }
    Message attribute = newAttribute(AndroidAttribute.NAME, name);
    append(manifest, newElement("uses-permission").add(ELEMENT_ATTRIBUTE, attribute));
    isChanged = true;
  }

  /** Lets debuggers attach; the runtime then inlines nothing, so that timings change. */
  public void makeDebuggable() {
    Message application = application();
    setTrue(application, AndroidAttribute.DEBUGGABLE);
    changed(application);
  }

  /** Lets the shell profile the app at its true speed (since Android 10). */
  public void makeProfileableByShell() {
    Message application = application();
    Optional<Message> old = find(application, "profileable");
    Message profileable = old.orElseGet(() -> newElement("profileable"));
    setTrue(profileable, AndroidAttribute.SHELL);
    if (old.isPresent()) {
      replace(application, profileable);
    } else {
      append(application, profileable);
    }
    changed(application);
  }

  private void changed(Message application) {
    replace(manifest, application);
    isChanged = true;
  }

  /** The manifest's own bytes, those that were read when nothing was changed. */
  public byte[] write() {
    if (isChanged) {
      root.replace(NODE_ELEMENT, root.messages(NODE_ELEMENT).size() - 1, manifest);
    }
    return root.write();
  }

  private Message application() {
    return find(manifest, "application")
        .orElseThrow(() -> manifest.broken("it has no <application>"));
  }

  /** The elements directly below one. */
  private static List<Message> children(Message element) {
    return element.messages(ELEMENT_CHILD).stream()
        .flatMap(each -> each.message(NODE_ELEMENT).stream())
        .toList();
  }

  private static Optional<Message> find(Message element, String name) {
    return children(element).stream()
        .filter(each -> each.text(ELEMENT_NAME).equals(name))
        .findFirst();
  }

  /** Puts an element in the place of the first of its name. */
  private static void replace(Message parent, Message element) {
    String name = element.text(ELEMENT_NAME);
    List<Message> nodes = parent.messages(ELEMENT_CHILD);
    for (int i = 0; i < nodes.size(); i++) {
      Message node = nodes.get(i);
      List<Message> elements = node.messages(NODE_ELEMENT);
      if (!elements.isEmpty() && elements.getLast().text(ELEMENT_NAME).equals(name)) {
        node.replace(NODE_ELEMENT, elements.size() - 1, element);
        parent.replace(ELEMENT_CHILD, i, node);
        return;
      }
    }
  }

  private void append(Message parent, Message element) {
    parent.add(ELEMENT_CHILD, Message.empty(file).add(NODE_ELEMENT, element));
  }

  private Message newElement(String name) {
    return Message.empty(file).add(ELEMENT_NAME, name);
  }

  private Message newAttribute(AndroidAttribute attribute, String value) {
    return Message.empty(file)
        .add(ATTRIBUTE_NAMESPACE, XmlDocument.ANDROID)
        .add(ATTRIBUTE_NAME, attribute.attributeName())
        .add(ATTRIBUTE_VALUE, value)
        .add(ATTRIBUTE_RESOURCE_ID, attribute.id());
  }

  private void setTrue(Message element, AndroidAttribute attribute) {
    Message primitive = Message.empty(file).add(PRIMITIVE_BOOLEAN, 1);
    Message value =
        newAttribute(attribute, "true")
            .add(ATTRIBUTE_COMPILED_ITEM, Message.empty(file).add(ITEM_PRIMITIVE, primitive));
    List<Message> attributes = element.messages(ELEMENT_ATTRIBUTE);
    for (int i = 0; i < attributes.size(); i++) {
      if (is(attributes.get(i), attribute)) {
        element.replace(ELEMENT_ATTRIBUTE, i, value);
        return;
      }
    }
    element.add(ELEMENT_ATTRIBUTE, value);
  }

  private static Optional<Message> attribute(Message element, AndroidAttribute wanted) {
    return element.messages(ELEMENT_ATTRIBUTE).stream()
        .filter(each -> is(each, wanted))
        .findFirst();
  }

  private static boolean is(Message attribute, AndroidAttribute wanted) {
    return attribute.number(ATTRIBUTE_RESOURCE_ID).orElse(0L) == wanted.id();
  }

  /** The compiled value takes precedence; the text is used only if there is no other. */
  private static boolean isSet(Message element, AndroidAttribute attribute) {
    return attribute(element, attribute)
        .map(each ->
            each.message(ATTRIBUTE_COMPILED_ITEM)
                .flatMap(item -> item.message(ITEM_PRIMITIVE))
                .flatMap(primitive -> primitive.number(PRIMITIVE_BOOLEAN))
                .map(value -> value != 0)
                .orElseGet(() -> each.text(ATTRIBUTE_VALUE).equals("true")))
        .orElse(false);
  }
}
