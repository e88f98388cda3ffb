package dev.dexscope.apk.xml;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.base.bytes.FileKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A binary XML file (AXML), as aapt writes manifests and layouts. The document is its chunks:
 * unchanged chunks are written back as the bytes that were read, so that reading and writing yields
 * the same file, whatever tool created it.
 *
 * <pre>{@code
 * XmlDocument manifest = XmlDocument.read("AndroidManifest.xml", bytes);
 * Element application = manifest.find("manifest", "application").orElseThrow();
 * manifest.set(application, AndroidAttribute.DEBUGGABLE, Value.bool(true));
 * byte[] changed = manifest.write();
 * }</pre>
 */
public final class XmlDocument {
  public static final String ANDROID = "http://schemas.android.com/apk/res/android";

  private static final int NO_STRING = -1;
  private static final int NO_CHUNK = -1;
  private static final int FILE_HEADER = 8;
  private static final int NODE_HEADER = 16;

  private final String file;
  private final byte[] header;
  private final byte[] trailer;
  private final StringPool pool;

  /** All chunks after the file's header in their order, as they were read or changed. */
  private final List<ByteBuffer> chunks;

  private final int poolAt;
  private final int mapAt;
  private int[] resourceMap;
  private boolean resourceMapChanged;

  private XmlDocument(
      String file,
      byte[] header,
      byte[] trailer,
      StringPool pool,
      List<ByteBuffer> chunks,
      int poolAt,
      int mapAt,
      int[] resourceMap) {
    this.file = file;
    this.header = header;
    this.trailer = trailer;
    this.pool = pool;
    this.chunks = chunks;
    this.poolAt = poolAt;
    this.mapAt = mapAt;
    this.resourceMap = resourceMap;
  }

  /** A new document with an empty root, in which the prefix {@code android} is declared. */
  public static XmlDocument create(String root) {
    ByteBuffer empty = ByteBuffer.allocate(StringPool.HEADER).order(ByteOrder.LITTLE_ENDIAN);
    empty.putShort(0, (short) Chunk.STRING_POOL).putShort(2, (short) StringPool.HEADER);
    empty.putInt(4, StringPool.HEADER).putInt(16, StringPool.UTF8);
    StringPool pool = StringPool.read(new Chunk(root, 0, empty));
    int prefix = pool.add("android");
    int uri = pool.add(ANDROID);
    List<ByteBuffer> chunks = new ArrayList<>();
    chunks.add(empty);
    for (int type : new int[] {Chunk.START_NAMESPACE, Chunk.END_NAMESPACE}) {
      chunks.add(node(type, NODE_HEADER + 8, 1).putInt(16, prefix).putInt(20, uri));
    }
    byte[] header = {Chunk.XML, 0, FILE_HEADER, 0, 0, 0, 0, 0};
    var document =
        new XmlDocument(root, header, new byte[0], pool, chunks, 0, NO_CHUNK, new int[0]);
    document.insertElement(2, root, 1);
    return document;
  }

  /**
   * Reads a document.
   *
   * @param file for errors
   */
  public static XmlDocument read(String file, byte[] bytes) {
    // Changes are made in place: not in the caller's array.
    ByteBuffer all = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length > 0 && bytes[0] == '<') {
      throw new ApkFormatException(file, 0, "the XML is text already, not binary");
    }
    if (!Chunk.isAt(all, 0) && (bytes.length == 0 || bytes[0] != Chunk.XML)) {
      throw new ApkFormatException(file, 0, "is " + FileKind.of(bytes) + ", not binary XML");
    }
    Chunk xml = Chunk.at(file, all, 0);
    // Some packers write a wrong type here, and Android takes it: only the layout counts.
    List<ByteBuffer> chunks = new ArrayList<>();
    StringPool pool = null;
    int[] map = {};
    int poolAt = NO_CHUNK;
    int mapAt = NO_CHUNK;
    for (int at = xml.headerSize(); at < xml.size(); ) {
      Chunk chunk = Chunk.at(file, all.slice(0, xml.size()), at);
      if (chunk.type() == Chunk.STRING_POOL && pool == null) {
        pool = StringPool.read(chunk);
        poolAt = chunks.size();
      } else if (chunk.type() == Chunk.RESOURCE_MAP && mapAt < 0) {
        map = resourceMap(chunk);
        mapAt = chunks.size();
      } else {
        checkNode(chunk, pool);
      }
      chunks.add(chunk.bytes());
      at += chunk.size();
    }
    if (pool == null) {
      throw new ApkFormatException(file, 0, "not a binary XML file: it has no string pool");
    }
    return new XmlDocument(
        file,
        Arrays.copyOf(bytes, xml.headerSize()),
        Arrays.copyOfRange(bytes, xml.size(), bytes.length),
        pool,
        chunks,
        poolAt,
        mapAt,
        Arrays.copyOf(map, Math.min(map.length, pool.size())));
  }

  private static int[] resourceMap(Chunk chunk) {
    int[] map = new int[(chunk.size() - chunk.headerSize()) / 4];
    for (int i = 0; i < map.length; i++) {
      map[i] = chunk.bytes().getInt(chunk.headerSize() + 4 * i);
    }
    return map;
  }

  /** Checks all that is used later: the fixed parts, the attributes, and every string's index. */
  private static void checkNode(Chunk chunk, @Nullable StringPool pool) {
    int needed =
        switch (chunk.type()) {
          case Chunk.START_NAMESPACE, Chunk.END_NAMESPACE, Chunk.END_ELEMENT -> NODE_HEADER + 8;
          case Chunk.START_ELEMENT -> StartTag.FIXED;
          case Chunk.CDATA -> NODE_HEADER + 12;
          default -> 0; // A chunk that Android passes over too; it is kept.
        };
    if (needed == 0) {
      return;
    }
    if (pool == null) {
      throw chunk.fault(0, "an element precedes the string pool");
    }
    chunk.inside(0, needed);
    if (chunk.type() == Chunk.START_ELEMENT) {
      var tag = new StartTag(chunk.bytes());
      if (tag.count() > 0 && tag.stride() < StartTag.ATTRIBUTE) {
        throw chunk.fault(26, "attributes of " + tag.stride() + " bytes");
      }
      if (tag.start() < StartTag.FIXED) {
        throw chunk.fault(24, "attributes that begin inside the element's own fields");
      }
      chunk.inside(tag.start(), (long) tag.stride() * tag.count());
      for (int i = 0; i < tag.count(); i++) {
        Value value = tag.value(i);
        if (value.type() == Value.STRING) {
          checkString(chunk, tag.at(i) + 16, pool);
        }
      }
    }
    if (chunk.type() == Chunk.CDATA && chunk.bytes().get(23) == Value.STRING) {
      checkString(chunk, 24, pool);
    }
    for (int at : stringFields(chunk.bytes())) {
      checkString(chunk, at, pool);
    }
  }

  private static void checkString(Chunk chunk, int at, StringPool pool) {
    int index = chunk.bytes().getInt(at);
    if (index != NO_STRING && (index < 0 || index >= pool.size())) {
      throw chunk.fault(at, "string " + Integer.toUnsignedString(index) + " of " + pool.size());
    }
  }

  /** Returns where a node's chunk holds indices into the string pool, typed values aside. */
  private static int[] stringFields(ByteBuffer node) {
    return switch (node.getShort(0) & 0xffff) {
      case Chunk.START_NAMESPACE, Chunk.END_NAMESPACE, Chunk.END_ELEMENT -> new int[] {12, 16, 20};
      case Chunk.CDATA -> new int[] {12, 16};
      case Chunk.START_ELEMENT -> {
        var tag = new StartTag(node);
        int[] fields = new int[3 + 3 * tag.count()];
        fields[0] = 12;
        fields[1] = StartTag.NAMESPACE;
        fields[2] = StartTag.NAME;
        for (int i = 0; i < tag.count(); i++) {
          for (int k = 0; k < 3; k++) {
            fields[3 + 3 * i + k] = tag.at(i) + 4 * k;
          }
        }
        yield fields;
      }
      default -> new int[0];
    };
  }

  /** The elements in document order. */
  public List<Element> elements() {
    List<Element> elements = new ArrayList<>();
    int depth = 0;
    for (int i = 0; i < chunks.size(); i++) {
      switch (type(i)) {
        case Chunk.START_ELEMENT -> elements.add(new Element(this, i, depth++));
        // Ends without a start do no harm: Android passes over them too.
        case Chunk.END_ELEMENT -> depth = Math.max(0, depth - 1);
        default -> {}
      }
    }
    return elements;
  }

  /**
   * The first element at this path of names from the root: {@code find("manifest", "application")}.
   */
  public Optional<Element> find(String... path) {
    int matched = 0;
    for (Element element : elements()) {
      matched = Math.min(matched, element.depth());
      if (element.depth() == matched && element.name().equals(path[matched])) {
        matched++;
        if (matched == path.length) {
          return Optional.of(element);
        }
      }
    }
    return Optional.empty();
  }

  /** Sets or adds an attribute of the framework with a value that is no string. */
  public void set(Element element, AndroidAttribute attribute, Value value) {
    put(element, attribute, NO_STRING, value);
  }

  /** Sets or adds an attribute of the framework with a text. */
  public void set(Element element, AndroidAttribute attribute, String text) {
    // The name first: putting it into the pool can move the text's index.
    nameIndex(attribute);
    int index = pool.add(text);
    put(element, attribute, index, new Value(Value.STRING, index));
  }

  private void put(Element element, AndroidAttribute attribute, int raw, Value value) {
    int name = nameIndex(attribute);
    int namespace = pool.add(ANDROID);
    var tag = new StartTag(chunks.get(element.node()));
    for (int i = 0; i < tag.count(); i++) {
      if (resourceId(tag.attributeName(i)) == attribute.id()) {
        tag.setValue(i, raw, value);
        return;
      }
    }
    // Android finds attributes by a merge over ascending resource ids: the order must be kept.
    int place = 0;
    while (place < tag.count()
        && Integer.compareUnsigned(resourceId(tag.attributeName(place)), attribute.id()) < 0
        && resourceId(tag.attributeName(place)) != 0) {
      place++;
    }
    insert(element, place, namespace, name, raw, value);
  }

  private void insert(Element element, int place, int namespace, int name, int raw, Value value) {
    var tag = new StartTag(chunks.get(element.node()));
    if (tag.count() == 0xffff) {
      throw fault("no room for another attribute of <" + element.name() + ">");
    }
    StartTag wider = insertAttribute(tag, place);
    wider.bytes().putInt(wider.at(place), namespace).putInt(wider.at(place) + 4, name);
    wider.setValue(place, raw, value);
    chunks.set(element.node(), wider.bytes());
  }

  private static StartTag insertAttribute(StartTag tag, int place) {
    int stride = tag.count() == 0 ? StartTag.ATTRIBUTE : tag.stride();
    int at = tag.start() + stride * place;
    ByteBuffer old = tag.bytes();
    ByteBuffer wider = ByteBuffer.allocate(old.limit() + stride).order(ByteOrder.LITTLE_ENDIAN);
    wider.put(0, old, 0, at).put(at + stride, old, at, old.limit() - at);
    wider.putInt(4, wider.limit());
    var result = new StartTag(wider);
    wider.putShort(26, (short) stride);
    result.setCount(tag.count() + 1);
    result.shiftSpecialIndices(place);
    return result;
  }

  /**
   * Sets or adds an attribute that belongs to no namespace, such as {@code package}.
   *
   * @param name the attribute's name
   */
  public void set(Element element, String name, String text) {
    int value = pool.add(text);
    int nameIndex = pool.add(name);
    var tag = new StartTag(chunks.get(element.node()));
    for (int i = 0; i < tag.count(); i++) {
      if (tag.attributeNamespace(i) == NO_STRING && string(tag.attributeName(i)).equals(name)) {
        tag.setValue(i, value, new Value(Value.STRING, value));
        return;
      }
    }
    insert(element, tag.count(), NO_STRING, nameIndex, value, new Value(Value.STRING, value));
  }

  /**
   * Adds an element without attributes as the last child of {@code parent}. Older views of elements
   * are void afterwards.
   */
  public Element add(Element parent, String name) {
    int end = endOf(parent.node());
    insertElement(end, name, parent.line());
    return new Element(this, end, parent.depth() + 1);
  }

  private void insertElement(int at, String name, int line) {
    int nameIndex = pool.add(name);
    ByteBuffer start = node(Chunk.START_ELEMENT, StartTag.FIXED, line);
    start.putInt(StartTag.NAMESPACE, NO_STRING).putInt(StartTag.NAME, nameIndex);
    start
        .putShort(24, (short) (StartTag.FIXED - NODE_HEADER))
        .putShort(26, (short) StartTag.ATTRIBUTE);
    ByteBuffer close = node(Chunk.END_ELEMENT, NODE_HEADER + 8, line);
    close.putInt(16, NO_STRING).putInt(20, nameIndex);
    chunks.add(at, close);
    chunks.add(at, start);
  }

  private static ByteBuffer node(int type, int size, int line) {
    ByteBuffer chunk = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    chunk.putShort(0, (short) type).putShort(2, (short) NODE_HEADER).putInt(4, size);
    return chunk.putInt(8, line).putInt(12, NO_STRING);
  }

  private int endOf(int start) {
    int depth = 0;
    for (int i = start; i < chunks.size(); i++) {
      if (type(i) == Chunk.START_ELEMENT) {
        depth++;
      } else if (type(i) == Chunk.END_ELEMENT && --depth == 0) {
        return i;
      }
    }
    throw fault("the element in chunk " + start + " is never closed");
  }

  /** The pool index of an attribute's name; only the first strings can have a resource id. */
  private int nameIndex(AndroidAttribute attribute) {
    for (int i = 0; i < resourceMap.length; i++) {
      if (resourceMap[i] == attribute.id()) {
        return i;
      }
    }
    int index = resourceMap.length;
    pool.insert(index, attribute.attributeName());
    resourceMap = Arrays.copyOf(resourceMap, index + 1);
    resourceMap[index] = attribute.id();
    resourceMapChanged = true;
    for (int i = 0; i < chunks.size(); i++) {
      if (i != poolAt && i != mapAt) {
        shiftStrings(chunks.get(i), index);
      }
    }
    return index;
  }

  private static void shiftStrings(ByteBuffer node, int from) {
    for (int at : stringFields(node)) {
      shift(node, at, from);
    }
    if ((node.getShort(0) & 0xffff) == Chunk.START_ELEMENT) {
      var tag = new StartTag(node);
      for (int i = 0; i < tag.count(); i++) {
        if (tag.value(i).type() == Value.STRING) {
          shift(node, tag.at(i) + 16, from);
        }
      }
    } else if ((node.getShort(0) & 0xffff) == Chunk.CDATA && node.get(23) == Value.STRING) {
      shift(node, 24, from);
    }
  }

  private static void shift(ByteBuffer node, int at, int from) {
    int index = node.getInt(at);
    if (index >= from) {
      node.putInt(at, index + 1);
    }
  }

  /** The document's bytes; those that were read when nothing was changed. */
  public byte[] write() {
    List<byte[]> parts = new ArrayList<>();
    parts.add(header);
    for (int i = 0; i < chunks.size(); i++) {
      if (i == poolAt) {
        parts.add(pool.write());
        if (mapAt < 0 && resourceMap.length > 0) {
          parts.add(writeResourceMap());
        }
      } else if (i == mapAt && resourceMapChanged) {
        parts.add(writeResourceMap());
      } else {
        parts.add(bytesOf(chunks.get(i)));
      }
    }
    int size = parts.stream().mapToInt(part -> part.length).sum();
    ByteBuffer out = ByteBuffer.allocate(size + trailer.length).order(ByteOrder.LITTLE_ENDIAN);
    parts.forEach(out::put);
    out.put(trailer).putInt(4, size);
    return out.array();
  }

  private byte[] writeResourceMap() {
    int size = 8 + 4 * resourceMap.length;
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    out.putShort((short) Chunk.RESOURCE_MAP).putShort((short) 8).putInt(size);
    for (int id : resourceMap) {
      out.putInt(id);
    }
    return out.array();
  }

  private static byte[] bytesOf(ByteBuffer chunk) {
    byte[] bytes = new byte[chunk.limit()];
    chunk.get(0, bytes);
    return bytes;
  }

  /** Returns how many bytes the document has, strings aside that were added. */
  long size() {
    return chunks.stream().mapToLong(ByteBuffer::limit).sum();
  }

  ApkFormatException fault(String reason) {
    return new ApkFormatException(file, 0, reason);
  }

  ByteBuffer node(int index) {
    return chunks.get(index);
  }

  String string(int index) {
    return index == NO_STRING ? "" : pool.get(index);
  }

  /** The document as readable XML. */
  public String toXml() {
    return XmlText.of(this);
  }

  int chunkCount() {
    return chunks.size();
  }

  int type(int chunk) {
    return chunks.get(chunk).getShort(0) & 0xffff;
  }

  private int resourceId(int nameIndex) {
    return nameIndex >= 0 && nameIndex < resourceMap.length ? resourceMap[nameIndex] : 0;
  }

  Attribute attribute(StartTag tag, int index) {
    int name = tag.attributeName(index);
    Value value = tag.value(index);
    String text = value.type() == Value.STRING ? string(value.data()) : value.text();
    return new Attribute(
        string(tag.attributeNamespace(index)), string(name), resourceId(name), value, text);
  }
}
