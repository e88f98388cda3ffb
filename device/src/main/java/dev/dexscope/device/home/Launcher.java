package dev.dexscope.device.home;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.xml.Attribute;
import dev.dexscope.apk.xml.ResourceTable;
import dev.dexscope.apk.xml.Value;
import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.apps.Step;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.packages.PackageStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The launcher of a device: shows the packages that have an activity to start. */
public final class Launcher {
  private final PackageStore packages;
  private final PhoneSettings settings;

  /** By the manifest, which is another one after each installation. */
  private final Map<Manifest, String> labels = new ConcurrentHashMap<>();

  /** The app on which a finger came down. */
  private volatile Optional<HomeScreen.App> touched = Optional.empty();

  public Launcher(PackageStore packages, PhoneSettings settings) {
    this.packages = packages;
    this.settings = settings;
  }

  /** Returns what it shows now, by the names of the apps. */
  public HomeScreen screen() {
    List<HomeScreen.App> apps = new ArrayList<>();
    List<Manifest> known = new ArrayList<>();
    for (InstalledPackage each : packages.all()) {
      if (!each.launcher().isEmpty()) {
        known.add(each.manifest());
        String label = labels.computeIfAbsent(each.manifest(), _ -> label(each));
        apps.add(new HomeScreen.App(each.name(), label));
      }
    }
    labels.keySet().retainAll(known);
    apps.sort(
        Comparator.comparing(HomeScreen.App::label, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(HomeScreen.App::packageName));
    return HomeScreen.of(settings.screen(), apps);
  }

  /**
   * A finger comes or goes; returns the app that it has touched, if it has not moved from there.
   */
  public Optional<HomeScreen.App> touch(Step.Touch touch) {
    Optional<HomeScreen.App> here = screen().at(touch.x(), touch.y());
    return switch (touch.movement()) {
      case DOWN -> {
        touched = here;
        yield Optional.empty();
      }
      case MOVE -> Optional.empty();
      case UP -> here.filter(app -> touched.filter(app::equals).isPresent());
      case CANCEL -> {
        touched = Optional.empty();
        yield Optional.empty();
      }
    };
  }

  /** A package without a readable label has its own name. */
  private static String label(InstalledPackage app) {
    Optional<Attribute> label = app.manifest().label();
    if (label.isEmpty()) {
      return app.name();
    }
    Value value = label.get().value();
    return value.type() == Value.STRING
        ? label.get().text()
        : resource(app, value.data()).filter(text -> !text.isBlank()).orElse(app.name());
  }

  private static Optional<String> resource(InstalledPackage app, int id) {
    try (ZipArchive archive = ZipArchive.open(app.files().getFirst())) {
      Optional<Entry> entry = archive.find(ResourceTable.ENTRY);
      return entry.isEmpty()
          ? Optional.empty()
          : ResourceTable.read(ResourceTable.ENTRY, entry.get().read()).text(id);
    } catch (IOException | ApkFormatException e) {
      // A device installs it all the same.
      return Optional.empty();
    }
  }
}
