package dev.dexscope.apphost.device.files;

import android.graphics.Typeface;
import android.os.Build;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.annotation.Priority;
import org.jspecify.annotations.Nullable;
import org.robolectric.nativeruntime.DefaultNativeRuntimeLoader;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/**
 * Keeps what is native in the framework, unpacked, in the user's cache: 200 MB of libraries, fonts
 * and tables, which Robolectric unpacks at each start.
 */
@Priority(1)
public final class KeptNatives extends DefaultNativeRuntimeLoader {
  private static final int FIRST_WITH_ONE_LIBRARY = 35;
  private static final String FONTS = "fonts";
  private static final String HYPHENS = "hyphen-data";
  private static final String ICU = "icu";

  /** Hidden members of the framework's classes. */
  @ForType(Typeface.class)
  interface HiddenTypeface {
    /** Reads the fonts. */
    @Static
    void loadPreinstalledSystemFontMap();
  }

  /** The same. */
  @ForType(className = "android.text.Hyphenator")
  interface HiddenHyphenator {
    /** Reads the patterns. */
    @Static
    void init();
  }

  @Override
  public synchronized void ensureLoaded() {
    if (loaded.getAndSet(true)) {
      return;
    }
    try {
      load(unpacked());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("restricted") // The process of an app has native access enabled.
  private void load(Path natives) throws IOException {
    System.setProperty(
        "robolectric.nativeruntime.fontdir", natives.resolve(FONTS) + File.separator);
    System.setProperty("icu.data.path", icu(natives).toString());
    System.setProperty("icu.locale.default", Locale.getDefault().toLanguageTag());
    String library = natives.resolve(libraryName()).toString();
    String hyphens = natives.resolve(HYPHENS).toString();
    if (Build.VERSION.SDK_INT < FIRST_WITH_ONE_LIBRARY) {
      System.load(library);
      System.setProperty("hyphen.data.dir", hyphens);
    } else {
      // Which native methods the library binds, and by what names; the app does not see it.
      Map<String, String> settings =
          Map.of(
              "use_base_native_hostruntime",
              "true",
              "core_native_classes",
              String.join(",", getCoreClassNatives()),
              "graphics_native_classes",
              String.join(",", getGraphicsNatives()),
              "method_binding_format",
              METHOD_BINDING_FORMAT);
      Map<String, @Nullable String> before = new HashMap<>();
      settings.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
      System.load(library);
      before.forEach((name, value) -> restore(name, value));
      invokeDeferredStaticInitializers();
      setNativeSystemProperty("ro.hyphen.data.dir", hyphens);
      Reflector.reflector(HiddenTypeface.class).loadPreinstalledSystemFontMap();
    }
    Reflector.reflector(HiddenHyphenator.class).init();
  }

  private static void restore(String name, @Nullable String value) {
    if (value == null) {
      System.clearProperty(name);
    } else {
      System.setProperty(name, value);
    }
  }

  private static Path icu(Path natives) throws IOException {
    try (Stream<Path> files = Files.list(natives.resolve(ICU))) {
      return files.findFirst().orElseThrow();
    }
  }

  /** The folder with all of it, made when it is not there. */
  private static Path unpacked() throws IOException {
    Path cache = Path.of(System.getProperty("robolectric.dependency.dir"));
    Path natives = cache.resolve("natives-" + Build.VERSION.SDK_INT);
    if (Files.isDirectory(natives)) {
      return natives;
    }
    Path part = Files.createTempDirectory(cache, "natives");
    boolean isOne = Build.VERSION.SDK_INT >= FIRST_WITH_ONE_LIBRARY;
    unpack(List.of(FONTS + "/", HYPHENS + "/"), FONTS + "/", part);
    unpack(
        List.of(isOne ? "icu/icudt7" : "icu/icudt68l"), isOne ? "build.prop" : FONTS + "/", part);
    URL library = resource(libraryPath());
    try (InputStream in = library.openStream()) {
      Files.copy(in, part.resolve(libraryName()));
    }
    try {
      Files.move(part, natives, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // Another process was first.
      if (!Files.isDirectory(natives)) {
        throw e;
      }
    }
    return natives;
  }

  private static String libraryPath() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String system = name.startsWith("mac") ? "mac" : name.startsWith("win") ? "windows" : "linux";
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return "native/"
        + system
        + "/"
        + (machine.equals("amd64") ? "x86_64" : machine)
        + "/"
        + libraryName();
  }

  private static URL resource(String name) {
    return Objects.requireNonNull(
        KeptNatives.class.getClassLoader().getResource(name), "no " + name + " for this machine");
  }

  /** Unpacks what begins so from the jar that has a resource. */
  private static void unpack(List<String> beginnings, String ofJar, Path folder)
      throws IOException {
    var connection = (JarURLConnection) resource(ofJar).openConnection();
    try (var jar = new JarFile(Path.of(toUri(connection.getJarFileURL())).toFile())) {
      for (var entries = jar.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        boolean isWanted = beginnings.stream().anyMatch(entry.getName()::startsWith);
        if (isWanted && !entry.isDirectory()) {
          Path target = folder.resolve(entry.getName()).normalize();
          if (target.startsWith(folder)) {
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            try (InputStream in = jar.getInputStream(entry)) {
              Files.copy(in, target);
            }
          }
        }
      }
    }
  }

  private static java.net.URI toUri(URL url) throws IOException {
    try {
      return url.toURI();
    } catch (java.net.URISyntaxException e) {
      throw new IOException(e);
    }
  }
}
