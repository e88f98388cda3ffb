package dev.dexscope.apk.manifest;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.xml.AndroidAttribute;
import dev.dexscope.apk.xml.Attribute;
import dev.dexscope.apk.xml.Element;
import dev.dexscope.apk.xml.Value;
import dev.dexscope.apk.xml.XmlDocument;
import dev.dexscope.base.zip.ZipArchive;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The manifest of a package: its values, and the changes that a profiler needs. Missing attributes
 * have Android's defaults. A value in the resource table counts as missing.
 *
 * <pre>{@code
 * Manifest manifest = Manifest.of(apk);
 * manifest.makeDebuggable();
 * manifest.addPermission("android.permission.INTERNET");
 * rewriter.put(Manifest.ENTRY, manifest.write());
 * }</pre>
 */
public final class Manifest {
  /** Its name in a package. */
  public static final String ENTRY = "AndroidManifest.xml";

  /** The level of a version that has a code name but no number yet. */
  public static final int PREVIEW = 10_000;

  private static final int PROTECTION_BASE = 0xf;
  private static final int PROTECTION_SIGNATURE = 2;

  private static final List<String> FOR_ITSELF =
      List.of(".DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION", ".permission.C2D_MESSAGE");

  private static final Set<String> COMPONENTS =
      Set.of("activity", "activity-alias", "service", "receiver", "provider");
  private static final Set<String> PERMISSIONS =
      Set.of("uses-permission", "uses-permission-sdk-23", "uses-permission-sdk-m");

  private final String file;
  private final XmlDocument document;

  private Manifest(String file, XmlDocument document) {
    this.file = file;
    this.document = document;
  }

  /**
   * Reads a binary manifest.
   *
   * @param file for errors
   */
  public static Manifest read(String file, byte[] bytes) {
    var manifest = new Manifest(file, XmlDocument.read(file, bytes));
    manifest.root();
    return manifest;
  }

  /** The manifest of a new app without components. */
  public static Manifest create(String packageName, int minSdk, int targetSdk) {
    XmlDocument document = XmlDocument.create("manifest");
    var manifest = new Manifest(ENTRY, document);
    document.set(manifest.root(), "package", packageName);
    document.set(manifest.root(), AndroidAttribute.VERSION_CODE, Value.integer(1));
    Element sdk = document.add(manifest.root(), "uses-sdk");
    document.set(sdk, AndroidAttribute.MIN_SDK_VERSION, Value.integer(minSdk));
    document.set(sdk, AndroidAttribute.TARGET_SDK_VERSION, Value.integer(targetSdk));
    document.add(manifest.root(), "application");
    return manifest;
  }

  /** The manifest of a package. */
  public static Manifest of(ZipArchive apk) {
    byte[] bytes =
        apk.find(ENTRY)
            .orElseThrow(() -> new ApkFormatException(apk.file(), 0, "it has no " + ENTRY))
            .read();
    return read(apk.file() + "!" + ENTRY, bytes);
  }

  /** The manifest's own bytes, those that were read when nothing was changed. */
  public byte[] write() {
    return document.write();
  }

  /** The whole as readable XML. */
  public String toXml() {
    return document.toXml();
  }

  XmlDocument document() {
    return document;
  }

  private Element root() {
    return document
        .find("manifest")
        .orElseThrow(() -> new ApkFormatException(file, 0, "it has no <manifest>"));
  }

  private Optional<Element> application() {
    return document.find("manifest", "application");
  }

  public String packageName() {
    return root().attribute("package").map(Attribute::text).orElse("");
  }

  /** The name of the split that this package is, empty for a base. */
  public String split() {
    return root().attribute("split").map(Attribute::text).orElse("");
  }

  /** Returns the number of its version, or 0 if absent. */
  public int versionCode() {
    return root()
        .attribute(AndroidAttribute.VERSION_CODE.id())
        .map(a -> a.value().data())
        .orElse(0);
  }

  /** Returns the name of its version, empty if absent. */
  public String versionName() {
    return text(root(), AndroidAttribute.VERSION_NAME).orElse("");
  }

  /** Returns whether it declares the supported versions of Android; splits often do not. */
  public boolean hasSdk() {
    return document.find("manifest", "uses-sdk").isPresent();
  }

  /** The first version of Android that it runs on. */
  public int minSdk() {
    return sdk(AndroidAttribute.MIN_SDK_VERSION).orElse(1);
  }

  /** Returns the version of Android whose rules it expects. */
  public int targetSdk() {
    return sdk(AndroidAttribute.TARGET_SDK_VERSION).orElseGet(this::minSdk);
  }

  private Optional<Integer> sdk(AndroidAttribute attribute) {
    return document
        .find("manifest", "uses-sdk")
        .flatMap(e -> e.attribute(attribute.id()))
        .flatMap(Manifest::level);
  }

  private static Optional<Integer> level(Attribute attribute) {
    return switch (attribute.value().type()) {
      case Value.INT_DEC, Value.INT_HEX -> Optional.of(attribute.value().data());
      case Value.STRING ->
          Optional.of(
              attribute.text().matches("\\d{1,9}") ? Integer.parseInt(attribute.text()) : PREVIEW);
      default -> Optional.empty();
    };
  }

  /** Returns the permissions that it requests. */
  public List<String> permissions() {
    return document.elements().stream()
        .filter(e -> e.depth() == 1 && PERMISSIONS.contains(e.name()))
        .flatMap(e -> text(e, AndroidAttribute.NAME).stream())
        .toList();
  }

  public boolean isDebuggable() {
    return flag(application(), AndroidAttribute.DEBUGGABLE, false);
  }

  /** Returns whether the shell may profile it although it is not debuggable (since Android 10). */
  public boolean isProfileableByShell() {
    return flag(
        document.find("manifest", "application", "profileable"), AndroidAttribute.SHELL, false);
  }

  /** Returns whether its native libraries are unpacked when it is installed, instead of mapped. */
  public boolean extractsNativeLibs() {
    return flag(application(), AndroidAttribute.EXTRACT_NATIVE_LIBS, true);
  }

  /** Returns whether it requests a larger heap than most apps get. */
  public boolean hasLargeHeap() {
    return flag(application(), AndroidAttribute.LARGE_HEAP, false);
  }

  /** Returns whether it has Dalvik code. */
  public boolean hasCode() {
    return flag(application(), AndroidAttribute.HAS_CODE, true);
  }

  /** Returns whether only {@code adb install -t} installs it. */
  public boolean isTestOnly() {
    return flag(application(), AndroidAttribute.TEST_ONLY, false);
  }

  /** Returns whether it runs only together with splits. */
  public boolean isSplitRequired() {
    return flag(Optional.of(root()), AndroidAttribute.IS_SPLIT_REQUIRED, false)
        || flag(application(), AndroidAttribute.IS_SPLIT_REQUIRED, false)
        || metaData("com.android.vending.splits.required").filter("true"::equals).isPresent();
  }

  /** The user id that it shares with other packages of the same signer, empty for its own. */
  public String sharedUserId() {
    return text(root(), AndroidAttribute.SHARED_USER_ID).orElse("");
  }

  /**
   * The permissions that it makes for apps of its own signer only, without those that libraries
   * make for the app itself.
   */
  public List<String> signaturePermissions() {
    return document.elements().stream()
        .filter(e -> e.depth() == 1 && e.name().equals("permission"))
        .filter(e ->
            e.attribute(AndroidAttribute.PROTECTION_LEVEL.id())
                .filter(a -> (a.value().data() & PROTECTION_BASE) == PROTECTION_SIGNATURE)
                .isPresent())
        .flatMap(e -> text(e, AndroidAttribute.NAME).stream())
        .filter(name -> FOR_ITSELF.stream().noneMatch(name::endsWith))
        .toList();
  }

  /** The class of its Application object, empty for the framework's. */
  public String applicationClass() {
    return application().flatMap(e -> text(e, AndroidAttribute.NAME)).map(this::full).orElse("");
  }

  /** The class that makes its components (since Android 9), empty for the framework's. */
  public String componentFactory() {
    return application()
        .flatMap(e -> text(e, AndroidAttribute.APP_COMPONENT_FACTORY))
        .map(this::full)
        .orElse("");
  }

  /** The value of a {@code meta-data} element of the application. */
  public Optional<String> metaData(String name) {
    return document.elements().stream()
        .filter(e -> e.depth() == 2 && e.name().equals("meta-data"))
        .filter(e -> text(e, AndroidAttribute.NAME).filter(name::equals).isPresent())
        .map(e -> e.attribute(AndroidAttribute.VALUE.id()).map(Attribute::text).orElse(""))
        .findFirst();
  }

  /** Returns the components that {@code am instrument} starts. */
  public List<Instrumentation> instrumentations() {
    return document.elements().stream()
        .filter(e -> e.depth() == 1 && e.name().equals("instrumentation"))
        .map(e ->
            new Instrumentation(
                text(e, AndroidAttribute.NAME).map(this::full).orElse(""),
                text(e, AndroidAttribute.TARGET_PACKAGE).orElse("")))
        .toList();
  }

  /** The full names of its activities, and of their aliases. */
  public List<String> activities() {
    return document.elements().stream()
        .filter(e -> e.depth() == 2)
        .filter(e -> e.name().equals("activity") || e.name().equals("activity-alias"))
        .flatMap(e -> text(e, AndroidAttribute.NAME).stream())
        .map(this::full)
        .toList();
  }

  /** The names under which its providers are found. */
  public List<String> authorities() {
    return document.elements().stream()
        .filter(e -> e.depth() == 2 && e.name().equals("provider"))
        .flatMap(e -> text(e, AndroidAttribute.AUTHORITIES).stream())
        .flatMap(each -> Stream.of(each.split(";", -1)))
        .toList();
  }

  /** All that the system may start, in the manifest's order. */
  public List<Component> components() {
    return document.elements().stream()
        .filter(e -> e.depth() == 2 && COMPONENTS.contains(e.name()))
        .map(this::component)
        .toList();
  }

  /** The full names of the services that only holders of a permission may bind to. */
  public List<String> services(String permission) {
    return document.elements().stream()
        .filter(e -> e.depth() == 2 && e.name().equals("service"))
        .filter(e -> text(e, AndroidAttribute.PERMISSION).filter(permission::equals).isPresent())
        .flatMap(e -> text(e, AndroidAttribute.NAME).stream())
        .map(this::full)
        .toList();
  }

  private Component component(Element e) {
    AndroidAttribute name =
        e.name().equals("activity-alias")
            ? AndroidAttribute.TARGET_ACTIVITY
            : AndroidAttribute.NAME;
    return new Component(
        e.name(),
        text(e, name).map(this::full).orElse(""),
        text(e, AndroidAttribute.PROCESS).orElse(""),
        flag(Optional.of(e), AndroidAttribute.ISOLATED_PROCESS, false));
  }

  /** Returns the class of the activity that a launcher starts; empty if there is none. */
  public String launcherActivity() {
    String candidate = "";
    boolean main = false;
    boolean launcher = false;
    for (Element e : document.elements()) {
      if (e.depth() == 2) {
        boolean activity = e.name().equals("activity") || e.name().equals("activity-alias");
        candidate = activity ? component(e).className() : "";
      } else if (e.depth() == 3) {
        main = false;
        launcher = false;
      } else if (e.depth() == 4) {
        String name = text(e, AndroidAttribute.NAME).orElse("");
        main |= e.name().equals("action") && name.equals("android.intent.action.MAIN");
        launcher |= e.name().equals("category") && name.endsWith(".category.LAUNCHER");
        if (main && launcher && !candidate.isEmpty()) {
          return candidate;
        }
      }
    }
    return "";
  }

  /** A class name may omit the package. */
  private String full(String className) {
    if (className.startsWith(".")) {
      return packageName() + className;
    }
    return className.indexOf('.') < 0 ? packageName() + "." + className : className;
  }

  /**
   * Returns the name under which a launcher shows the app, that of its activity or its own: a text,
   * or the reference to one in the package's resources; empty if it has none.
   */
  public Optional<Attribute> label() {
    String launcher = launcherActivity();
    Optional<Attribute> own =
        document.elements().stream()
            .filter(e -> e.depth() == 2 && e.name().startsWith("activity"))
            .filter(e -> component(e).className().equals(launcher))
            .findFirst()
            .flatMap(e -> e.attribute(AndroidAttribute.LABEL.id()));
    return own.or(() -> application().flatMap(e -> e.attribute(AndroidAttribute.LABEL.id())));
  }

  private static Optional<String> text(Element element, AndroidAttribute attribute) {
    return element
        .attribute(attribute.id())
        .filter(a -> a.value().type() == Value.STRING)
        .map(Attribute::text);
  }

  private static boolean flag(
      Optional<Element> element, AndroidAttribute attribute, boolean missing) {
    return element
        .flatMap(e -> e.attribute(attribute.id()))
        .flatMap(a ->
            switch (a.value().type()) {
              case Value.INT_BOOLEAN, Value.INT_DEC, Value.INT_HEX ->
                  Optional.of(a.value().data() != 0);
              case Value.STRING -> Optional.of(a.text().equals("true"));
              default -> Optional.empty();
            })
        .orElse(missing);
  }

  /** Lets debuggers attach; the runtime then inlines nothing, so that timings change. */
  public void makeDebuggable() {
    document.set(applicationToChange(), AndroidAttribute.DEBUGGABLE, Value.bool(true));
  }

  /** Lets the shell profile the app at its true speed (since Android 10). */
  public void makeProfileableByShell() {
    Element profileable =
        document
            .find("manifest", "application", "profileable")
            .orElseGet(() -> document.add(applicationToChange(), "profileable"));
    document.set(profileable, AndroidAttribute.SHELL, Value.bool(true));
  }

  /** Adds an activity that a launcher shows. */
  public void addLauncherActivity(String className) {
    Element activity = document.add(applicationToChange(), "activity");
    document.set(activity, AndroidAttribute.NAME, className);
    document.set(activity, AndroidAttribute.EXPORTED, Value.bool(true));
    Element filter = document.add(activity, "intent-filter");
    Element action = document.add(filter, "action");
    document.set(action, AndroidAttribute.NAME, "android.intent.action.MAIN");
    Element category = document.add(filter, "category");
    document.set(category, AndroidAttribute.NAME, "android.intent.category.LAUNCHER");
  }

  /** Asks for a permission, if it does not yet. */
  public void addPermission(String name) {
    if (!permissions().contains(name)) {
      document.set(document.add(root(), "uses-permission"), AndroidAttribute.NAME, name);
    }
  }

  private Element applicationToChange() {
    return application()
        .orElseThrow(() -> new ApkFormatException(file, 0, "it has no <application>"));
  }

  /**
   * Sets an attribute: {@code application@debuggable=true}, {@code manifest@package=a.b}, {@code
   * application/activity[.Main]@exported=false}.
   *
   * @throws IllegalArgumentException if it is not of this form, or names a missing element
   */
  public void set(String assignment) {
    Assignment.parse(assignment).applyTo(document);
  }
}
