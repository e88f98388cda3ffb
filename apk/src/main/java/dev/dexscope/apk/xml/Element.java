package dev.dexscope.apk.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An element of a {@link XmlDocument}: a view of one start tag. It is valid until an element is
 * added to the document.
 */
public final class Element {
  private final XmlDocument document;
  private final int node;
  private final int depth;

  Element(XmlDocument document, int node, int depth) {
    this.document = document;
    this.node = node;
    this.depth = depth;
  }

  public String name() {
    return document.string(document.node(node).getInt(StartTag.NAME));
  }

  /** The line in the source file. */
  public int line() {
    return document.node(node).getInt(8);
  }

  /** 0 for the root. */
  public int depth() {
    return depth;
  }

  public List<Attribute> attributes() {
    var tag = new StartTag(document.node(node));
    List<Attribute> attributes = new ArrayList<>(tag.count());
    for (int i = 0; i < tag.count(); i++) {
      attributes.add(document.attribute(tag, i));
    }
    return attributes;
  }

  /** The attribute of the framework with this resource id. */
  public Optional<Attribute> attribute(int resourceId) {
    return attributes().stream().filter(a -> a.resourceId() == resourceId).findFirst();
  }

  /** The attribute without a namespace of this name, such as {@code package}. */
  public Optional<Attribute> attribute(String name) {
    return attributes().stream()
        .filter(a -> a.namespace().isEmpty() && a.name().equals(name))
        .findFirst();
  }

  int node() {
    return node;
  }
}
