package dev.dexscope.apk.xml;

import java.util.List;
import java.util.Optional;

/**
 * An attribute of the framework. The constants are those that matter to a manifest; any other is
 * made from its name and its public resource id.
 *
 * @param attributeName the name without its prefix: {@code debuggable}
 * @param id the resource id in the framework's package
 */
public record AndroidAttribute(String attributeName, int id) {
  public static final AndroidAttribute NAME = new AndroidAttribute("name", 0x01010003);
  public static final AndroidAttribute PERMISSION = new AndroidAttribute("permission", 0x01010006);
  public static final AndroidAttribute PROTECTION_LEVEL =
      new AndroidAttribute("protectionLevel", 0x01010009);
  public static final AndroidAttribute SHARED_USER_ID =
      new AndroidAttribute("sharedUserId", 0x0101000b);
  public static final AndroidAttribute LABEL = new AndroidAttribute("label", 0x01010001);
  public static final AndroidAttribute HAS_CODE = new AndroidAttribute("hasCode", 0x0101000c);
  public static final AndroidAttribute LARGE_HEAP = new AndroidAttribute("largeHeap", 0x0101035a);
  public static final AndroidAttribute ENABLED = new AndroidAttribute("enabled", 0x0101000e);
  public static final AndroidAttribute DEBUGGABLE = new AndroidAttribute("debuggable", 0x0101000f);
  public static final AndroidAttribute EXPORTED = new AndroidAttribute("exported", 0x01010010);
  public static final AndroidAttribute PROCESS = new AndroidAttribute("process", 0x01010011);
  public static final AndroidAttribute TARGET_PACKAGE =
      new AndroidAttribute("targetPackage", 0x01010021);
  public static final AndroidAttribute AUTHORITIES =
      new AndroidAttribute("authorities", 0x01010018);
  public static final AndroidAttribute VALUE = new AndroidAttribute("value", 0x01010024);
  public static final AndroidAttribute TARGET_ACTIVITY =
      new AndroidAttribute("targetActivity", 0x01010202);
  public static final AndroidAttribute MIN_SDK_VERSION =
      new AndroidAttribute("minSdkVersion", 0x0101020c);
  public static final AndroidAttribute VERSION_CODE =
      new AndroidAttribute("versionCode", 0x0101021b);
  public static final AndroidAttribute VERSION_NAME =
      new AndroidAttribute("versionName", 0x0101021c);
  public static final AndroidAttribute TARGET_SDK_VERSION =
      new AndroidAttribute("targetSdkVersion", 0x01010270);
  public static final AndroidAttribute TEST_ONLY = new AndroidAttribute("testOnly", 0x01010272);
  public static final AndroidAttribute ISOLATED_PROCESS =
      new AndroidAttribute("isolatedProcess", 0x010103a9);
  public static final AndroidAttribute EXTRACT_NATIVE_LIBS =
      new AndroidAttribute("extractNativeLibs", 0x010104ea);
  public static final AndroidAttribute APP_COMPONENT_FACTORY =
      new AndroidAttribute("appComponentFactory", 0x0101057a);
  public static final AndroidAttribute IS_SPLIT_REQUIRED =
      new AndroidAttribute("isSplitRequired", 0x01010591);
  public static final AndroidAttribute SHELL = new AndroidAttribute("shell", 0x01010594);

  /**
   * The attributes that can be specified by name: the constants, and others that are common in
   * manifests.
   */
  private static final List<AndroidAttribute> KNOWN =
      List.of(
          new AndroidAttribute("theme", 0x01010000),
          LABEL,
          new AndroidAttribute("icon", 0x01010002),
          NAME,
          new AndroidAttribute("permission", 0x01010006),
          PROTECTION_LEVEL,
          SHARED_USER_ID,
          HAS_CODE,
          new AndroidAttribute("persistent", 0x0101000d),
          ENABLED,
          DEBUGGABLE,
          EXPORTED,
          PROCESS,
          new AndroidAttribute("taskAffinity", 0x01010012),
          AUTHORITIES,
          new AndroidAttribute("launchMode", 0x0101001d),
          new AndroidAttribute("screenOrientation", 0x0101001e),
          new AndroidAttribute("configChanges", 0x0101001f),
          VALUE,
          new AndroidAttribute("resource", 0x01010025),
          new AndroidAttribute("scheme", 0x01010027),
          new AndroidAttribute("host", 0x01010028),
          TARGET_ACTIVITY,
          MIN_SDK_VERSION,
          VERSION_CODE,
          VERSION_NAME,
          TARGET_SDK_VERSION,
          new AndroidAttribute("maxSdkVersion", 0x01010271),
          TEST_ONLY,
          new AndroidAttribute("allowBackup", 0x01010280),
          new AndroidAttribute("required", 0x0101028e),
          new AndroidAttribute("installLocation", 0x010102b7),
          new AndroidAttribute("vmSafeMode", 0x010102b8),
          new AndroidAttribute("hardwareAccelerated", 0x010102d3),
          LARGE_HEAP,
          ISOLATED_PROCESS,
          EXTRACT_NATIVE_LIBS,
          new AndroidAttribute("fullBackupContent", 0x010104eb),
          new AndroidAttribute("usesCleartextTraffic", 0x010104ec),
          new AndroidAttribute("resizeableActivity", 0x010104f6),
          new AndroidAttribute("directBootAware", 0x01010505),
          new AndroidAttribute("networkSecurityConfig", 0x01010527),
          new AndroidAttribute("splitName", 0x01010549),
          new AndroidAttribute("isFeatureSplit", 0x0101055b),
          APP_COMPONENT_FACTORY,
          IS_SPLIT_REQUIRED,
          SHELL,
          new AndroidAttribute("requestLegacyExternalStorage", 0x01010603));

  /** The known attribute of this name. */
  public static Optional<AndroidAttribute> named(String name) {
    return KNOWN.stream().filter(a -> a.attributeName.equals(name)).findFirst();
  }

  /** The known attribute with this resource id. */
  public static Optional<AndroidAttribute> withId(int id) {
    return KNOWN.stream().filter(a -> a.id == id).findFirst();
  }
}
