package dev.dexscope.base.zip;

/** The compression of an entry; Android supports no others. */
public enum Method {
  STORED(0, 10),
  DEFLATED(8, 20);

  private final int code;
  private final int versionNeeded;

  Method(int code, int versionNeeded) {
    this.code = code;
    this.versionNeeded = versionNeeded;
  }

  /** The compression method's number (APPNOTE 4.4.5). */
  int code() {
    return code;
  }

  /** The version of the specification that a reader must know (APPNOTE 4.4.3). */
  int versionNeeded() {
    return versionNeeded;
  }
}
