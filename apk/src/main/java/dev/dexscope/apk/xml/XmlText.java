package dev.dexscope.apk.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A binary document as readable XML. */
final class XmlText {
  private final XmlDocument document;
  private final StringBuilder out = new StringBuilder();
  private final Map<String, String> prefixes = new HashMap<>();
  private final List<String> declarations = new ArrayList<>();
  private final List<String> open = new ArrayList<>();
  private boolean startTagOpen;

  private XmlText(XmlDocument document) {
    this.document = document;
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
        out.append(escape(document.string(bytes.getInt(16)))).append('\n');
      }
      default -> {}
    }
  }

  private void declare(String prefix, String uri) {
    prefixes.put(uri, prefix);
    declarations.add("xmlns:" + prefix + "=\"" + escape(uri) + "\"");
  }

  private void start(int index) {
    closeStartTag();
    var tag = new StartTag(document.node(index));
    String namespace = document.string(tag.bytes().getInt(StartTag.NAMESPACE));
    String name = prefixed(namespace, document.string(tag.bytes().getInt(StartTag.NAME)));
    indent(open.size());
    out.append('<').append(name);
    List<String> parts = new ArrayList<>(declarations);
    declarations.clear();
    for (int i = 0; i < tag.count(); i++) {
      Attribute a = document.attribute(tag, i);
      parts.add(prefixed(a.namespace(), attributeName(a)) + "=\"" + escape(a.text()) + "\"");
    }
    for (String part : parts) {
      if (parts.size() == 1) {
        out.append(' ').append(part);
      } else {
        out.append('\n');
        indent(open.size() + 2);
        out.append(part);
      }
    }
    open.add(name);
    startTagOpen = true;
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
    for (AndroidAttribute known : AndroidAttribute.values()) {
      if (known.id() == attribute.resourceId()) {
        return known.attributeName();
      }
    }
    return "attr_0x" + Integer.toHexString(attribute.resourceId());
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
    out.repeat("  ", depth);
  }

  private static String escape(String text) {
    var escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        case '\n' -> escaped.append("&#10;");
        case '\t' -> escaped.append("&#9;");
        default -> escaped.append(c < 0x20 ? '\ufffd' : c);
      }
    }
    return escaped.toString();
  }
}
