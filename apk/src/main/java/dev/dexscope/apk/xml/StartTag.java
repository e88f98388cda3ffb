package dev.dexscope.apk.xml;

import java.nio.ByteBuffer;

/**
 * The layout of a start element's chunk (ResXMLTree_attrExt and ResXMLTree_attribute in
 * ResourceTypes.h), seen through its bytes. The header of 16 bytes was checked when it was read.
 */
record StartTag(ByteBuffer bytes) {
  static final int NAMESPACE = 16;
  static final int NAME = 20;
  private static final int ATTRIBUTE_START = 24;
  private static final int ATTRIBUTE_SIZE = 26;
  private static final int ATTRIBUTE_COUNT = 28;

  /** The fixed part of the chunk, followed by the attributes, usually of 20 bytes each. */
  static final int FIXED = 36;

  static final int ATTRIBUTE = 20;

  int start() {
    return NAMESPACE + (bytes.getShort(ATTRIBUTE_START) & 0xffff);
  }

  int stride() {
    return bytes.getShort(ATTRIBUTE_SIZE) & 0xffff;
  }

  int count() {
    return bytes.getShort(ATTRIBUTE_COUNT) & 0xffff;
  }

  void setCount(int count) {
    bytes.putShort(ATTRIBUTE_COUNT, (short) count);
  }

  int at(int attribute) {
    return start() + stride() * attribute;
  }

  int attributeNamespace(int attribute) {
    return bytes.getInt(at(attribute));
  }

  int attributeName(int attribute) {
    return bytes.getInt(at(attribute) + 4);
  }

  Value value(int attribute) {
    int at = at(attribute);
    return new Value(bytes.get(at + 15) & 0xff, bytes.getInt(at + 16));
  }

  void setValue(int attribute, int rawString, Value value) {
    int at = at(attribute);
    bytes.putInt(at + 8, rawString).putShort(at + 12, (short) 8).put(at + 14, (byte) 0);
    bytes.put(at + 15, (byte) value.type()).putInt(at + 16, value.data());
  }

  /**
   * Adjusts three special indices to an inserted attribute. Android counts them from 1; 0 means
   * absent.
   */
  void shiftSpecialIndices(int inserted) {
    for (int at = 30; at < FIXED; at += 2) {
      int index = bytes.getShort(at) & 0xffff;
      if (index > inserted) {
        bytes.putShort(at, (short) (index + 1));
      }
    }
  }
}
