package dev.dexscope.apk.xml;

import dev.dexscope.base.text.Xml;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A binary document as readable XML. */
final class XmlText {
  private static final int DEEPEST = 50;

  /** A small file can name one long string everywhere; no honest one grows to this. */
  private static final int GROWTH = 64;

  private final XmlDocument document;
  private final long limit;
  private final StringBuilder out = new StringBuilder();
  private final Map<String, String> prefixes = new HashMap<>();
  private final List<String> declarations = new ArrayList<>();
  private final List<String> open = new ArrayList<>();
  private boolean startTagOpen;

  private XmlText(XmlDocument document) {
    this.document = document;
    this.limit = GROWTH * document.size();
  }

  static String of(XmlDocument document) {
    var text = new XmlText(document);
    text.out.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    for (int i = 0; i < document.chunkCount(); i++) {
      text.node(i);
    }
    return text.out.toString();
  }

  private void node(int index) {
    var bytes = document.node(index);
    switch (document.type(index)) {
      case Chunk.START_NAMESPACE ->
          declare(document.string(bytes.getInt(16)), document.string(bytes.getInt(20)));
      case Chunk.START_ELEMENT -> start(index);
      case Chunk.END_ELEMENT -> end();
      case Chunk.CDATA -> {
        closeStartTag();
        indent(open.size());
        out.append(Xml.escaped(document.string(bytes.getInt(16)))).append('\n');
      }
      default -> {}
    }
  }

  private void declare(String prefix, String uri) {
    prefixes.put(uri, prefix);
    declarations.add("xmlns:" + prefix + "=\"" + Xml.escaped(uri) + "\"");
  }

  private void start(int index) {
    closeStartTag();
    var tag = new StartTag(document.node(index));
    String namespace = document.string(tag.bytes().getInt(StartTag.NAMESPACE));
    String name = prefixed(namespace, document.string(tag.bytes().getInt(StartTag.NAME)));
    indent(open.size());
    out.append('<').append(name);
    int parts = declarations.size() + tag.count();
    for (String declaration : declarations) {
      part(declaration, parts);
    }
    declarations.clear();
    for (int i = 0; i < tag.count(); i++) {
      Attribute a = document.attribute(tag, i);
      part(prefixed(a.namespace(), attributeName(a)) + "=\"" + Xml.escaped(a.text()) + "\"", parts);
    }
    open.add(name);
    startTagOpen = true;
  }

  private void part(String part, int parts) {
    if (parts == 1) {
      out.append(' ');
    } else {
      out.append('\n');
      indent(open.size() + 2);
    }
    out.append(part);
  }

  private void end() {
    String name = open.isEmpty() ? "?" : open.removeLast();
    if (startTagOpen) {
      out.append("/>\n");
      startTagOpen = false;
    } else {
      indent(open.size());
      out.append("</").append(name).append(">\n");
    }
  }

  /** Shrinkers empty the names of attributes, since Android goes by their ids. */
  private static String attributeName(Attribute attribute) {
    if (!attribute.name().isEmpty()) {
      return attribute.name();
    }
    return AndroidAttribute.withId(attribute.resourceId())
        .map(AndroidAttribute::attributeName)
        .orElseGet(() -> "attr_0x" + Integer.toHexString(attribute.resourceId()));
  }

  private String prefixed(String namespace, String name) {
    String prefix = prefixes.getOrDefault(namespace, "");
    return prefix.isEmpty() ? name : prefix + ":" + name;
  }

  private void closeStartTag() {
    if (startTagOpen) {
      out.append(">\n");
      startTagOpen = false;
    }
  }

  private void indent(int depth) {
    if (out.length() > limit) {
      throw document.fault("the text would be longer than " + limit + " characters");
    }
    out.repeat("  ", Math.min(depth, DEEPEST));
  }
}
