package dev.dexscope.dex.raw;

/**
 * An entry of the map_list: the position of the items of a type.
 *
 * @param type the type code, one of this class's constants
 * @param count the number of items
 * @param offset of the first
 */
public record MapItem(int type, int count, int offset) {
  public static final int HEADER = 0x0000;
  public static final int STRING_ID = 0x0001;
  public static final int TYPE_ID = 0x0002;
  public static final int PROTO_ID = 0x0003;
  public static final int FIELD_ID = 0x0004;
  public static final int METHOD_ID = 0x0005;
  public static final int CLASS_DEF = 0x0006;
  public static final int CALL_SITE_ID = 0x0007;
  public static final int METHOD_HANDLE = 0x0008;
  public static final int MAP_LIST = 0x1000;
  public static final int TYPE_LIST = 0x1001;
  public static final int ANNOTATION_SET_REF_LIST = 0x1002;
  public static final int ANNOTATION_SET = 0x1003;
  public static final int CLASS_DATA = 0x2000;
  public static final int CODE = 0x2001;
  public static final int STRING_DATA = 0x2002;
  public static final int DEBUG_INFO = 0x2003;
  public static final int ANNOTATION = 0x2004;
  public static final int ENCODED_ARRAY = 0x2005;
  public static final int ANNOTATIONS_DIRECTORY = 0x2006;
  public static final int HIDDENAPI_CLASS_DATA = 0xf000;
}
