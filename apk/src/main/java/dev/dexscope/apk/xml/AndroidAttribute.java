package dev.dexscope.apk.xml;

import java.util.Arrays;
import java.util.Optional;

/** The attributes of the framework that matter to a manifest, with their public resource ids. */
public enum AndroidAttribute {
  LABEL("label", 0x01010001),
  NAME("name", 0x01010003),
  PERMISSION("permission", 0x01010006),
  SHARED_USER_ID("sharedUserId", 0x0101000b),
  HAS_CODE("hasCode", 0x0101000c),
  ENABLED("enabled", 0x0101000e),
  DEBUGGABLE("debuggable", 0x0101000f),
  EXPORTED("exported", 0x01010010),
  PROCESS("process", 0x01010011),
  AUTHORITIES("authorities", 0x01010018),
  VALUE("value", 0x01010024),
  MIN_SDK_VERSION("minSdkVersion", 0x0101020c),
  VERSION_CODE("versionCode", 0x0101021b),
  VERSION_NAME("versionName", 0x0101021c),
  TARGET_SDK_VERSION("targetSdkVersion", 0x01010270),
  MAX_SDK_VERSION("maxSdkVersion", 0x01010271),
  TEST_ONLY("testOnly", 0x01010272),
  ALLOW_BACKUP("allowBackup", 0x01010280),
  ISOLATED_PROCESS("isolatedProcess", 0x010103a9),
  EXTRACT_NATIVE_LIBS("extractNativeLibs", 0x010104ea),
  USES_CLEARTEXT_TRAFFIC("usesCleartextTraffic", 0x010104ec),
  NETWORK_SECURITY_CONFIG("networkSecurityConfig", 0x01010527),
  IS_FEATURE_SPLIT("isFeatureSplit", 0x0101055b),
  APP_COMPONENT_FACTORY("appComponentFactory", 0x0101057a),
  IS_SPLIT_REQUIRED("isSplitRequired", 0x01010591),
  SHELL("shell", 0x01010594),
  REQUEST_LEGACY_EXTERNAL_STORAGE("requestLegacyExternalStorage", 0x01010603);

  private final String attributeName;
  private final int id;

  AndroidAttribute(String attributeName, int id) {
    this.attributeName = attributeName;
    this.id = id;
  }

  /** The name without its prefix: {@code debuggable}. */
  public String attributeName() {
    return attributeName;
  }

  /** The resource id in the framework's package. */
  public int id() {
    return id;
  }

  public static Optional<AndroidAttribute> named(String name) {
    return Arrays.stream(values()).filter(a -> a.attributeName.equals(name)).findFirst();
  }
}
