package dev.dexscope.apk.bundle;

import dev.dexscope.apk.xml.AndroidAttribute;
import dev.dexscope.apk.xml.Element;
import dev.dexscope.apk.xml.Value;
import dev.dexscope.apk.xml.XmlDocument;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * XML of a bundle in the binary form of packages: elements with their attributes, without texts
 * between them, which manifests do not use.
 */
final class CompiledXml {
  /** XmlNode. */
  private static final int NODE_ELEMENT = 1;

  /** XmlElement. */
  private static final int ELEMENT_DECLARATION = 1;

  private static final int ELEMENT_NAMESPACE = 2;
  private static final int ELEMENT_NAME = 3;
  private static final int ELEMENT_ATTRIBUTE = 4;
  private static final int ELEMENT_CHILD = 5;

  /** XmlNamespace. */
  private static final int DECLARATION_PREFIX = 1;

  private static final int DECLARATION_URI = 2;

  /** XmlAttribute. */
  private static final int ATTRIBUTE_NAMESPACE = 1;

  private static final int ATTRIBUTE_NAME = 2;
  private static final int ATTRIBUTE_VALUE = 3;
  private static final int ATTRIBUTE_RESOURCE_ID = 5;
  private static final int ATTRIBUTE_COMPILED_ITEM = 6;

  /** Item, and Reference in it. */
  private static final int ITEM_REFERENCE = 1;

  private static final int ITEM_PRIMITIVE = 7;
  private static final int REFERENCE_ID = 2;

  /** The numbers of Primitive that manifests have, with the types that packages have for them. */
  private static final Map<Integer, Integer> PRIMITIVES =
      Map.of(6, Value.INT_DEC, 7, Value.INT_HEX, 8, Value.INT_BOOLEAN);

  /** Far more than any real one has; adding one takes the longer the more there are. */
  private static final int MOST_ITEMS = 20_000;

  private static final int DEEPEST = 64;

  private final XmlDocument document;
  private final Map<String, String> prefixes = new HashMap<>();
  private int count;

  private CompiledXml(XmlDocument document) {
    this.document = document;
  }

  /** The document with this XmlNode at its root. */
  static byte[] of(Message root) {
    Message element =
        root.message(NODE_ELEMENT).orElseThrow(() -> root.broken("it has no root element"));
    XmlDocument document = XmlDocument.create(element.text(ELEMENT_NAME));
    var xml = new CompiledXml(document);
    xml.fill(element, document.elements().getFirst());
    return document.write();
  }

  private void fill(Message from, Element to) {
    if (to.depth() > DEEPEST) {
      throw from.broken("elements inside each other, deeper than " + DEEPEST);
    }
    count(from);
    for (Message each : from.messages(ELEMENT_DECLARATION)) {
      prefixes.put(each.text(DECLARATION_URI), each.text(DECLARATION_PREFIX));
    }
    for (Message each : from.messages(ELEMENT_ATTRIBUTE)) {
      count(each);
      set(to, each);
    }
    for (Message node : from.messages(ELEMENT_CHILD)) {
      Optional<Message> child = node.message(NODE_ELEMENT);
      if (child.isPresent()) {
        Message element = child.get();
        String name = name(element.text(ELEMENT_NAMESPACE), element.text(ELEMENT_NAME));
        fill(element, document.add(to, name));
      }
    }
  }

  private void count(Message item) {
    if (++count > MOST_ITEMS) {
      throw item.broken("more elements and attributes than a manifest has");
    }
  }

  private String name(String namespace, String name) {
    return namespace.isEmpty() ? name : prefixes.getOrDefault(namespace, namespace) + ":" + name;
  }

  private void set(Element element, Message attribute) {
    String name = attribute.text(ATTRIBUTE_NAME);
    String namespace = attribute.text(ATTRIBUTE_NAMESPACE);
    String text = attribute.text(ATTRIBUTE_VALUE);
    int id = attribute.number(ATTRIBUTE_RESOURCE_ID).orElse(0L).intValue();
    if (id == 0) {
      document.set(element, name(namespace, name), text);
      return;
    }
    var known = new AndroidAttribute(name, id);
    Optional<Value> value = attribute.message(ATTRIBUTE_COMPILED_ITEM).flatMap(CompiledXml::value);
    if (value.isPresent()) {
      document.set(element, known, value.get());
    } else {
      document.set(element, known, text);
    }
  }

  /** Returns the value; empty for texts in packages, and for values without a number. */
  private static Optional<Value> value(Message item) {
    Optional<Message> primitive = item.message(ITEM_PRIMITIVE);
    if (primitive.isPresent()) {
      for (Map.Entry<Integer, Integer> each : PRIMITIVES.entrySet()) {
        Optional<Long> number = primitive.get().number(each.getKey());
        if (number.isPresent()) {
          int data = number.get().intValue();
          return Optional.of(
              each.getValue() == Value.INT_BOOLEAN
                  ? Value.bool(data != 0)
                  : new Value(each.getValue(), data));
        }
      }
    }
    return item.message(ITEM_REFERENCE)
        .flatMap(reference -> reference.number(REFERENCE_ID))
        .filter(id -> id != 0)
        .map(id -> new Value(Value.REFERENCE, id.intValue()));
  }
}
