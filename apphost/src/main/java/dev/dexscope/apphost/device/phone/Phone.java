package dev.dexscope.apphost.device.phone;

import dev.dexscope.apphost.AppManifest;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.Natives;
import dev.dexscope.natives.NativeLibraries;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The phone that the app is on: what is known of the app, and the parts that there are one of each,
 * such as the one that knows all activities. The framework makes its objects and shadows itself, so
 * that nothing can be passed to them: they find their phone here.
 *
 * <pre>{@code
 * var phone = Phone.begin(manifest, request, events, this::keepTrace);
 * phone.add(Services.class, new Services());
 * Phone.part(Services.class).stop(intent);     // in a shadow
 * }</pre>
 */
public final class Phone {
  /** The property of a process that is to reach nobody else. */
  private static final String OFFLINE = "dexscope.offline";

  private static @Nullable Phone current;

  private final AppManifest manifest;
  private final AppRequest request;
  private final EventLog events;
  private final Runnable beforeEnd;
  private final Map<Class<?>, Object> parts = new ConcurrentHashMap<>();
  private volatile boolean isTesting;
  private volatile boolean hasApp;

  private Phone(AppManifest manifest, AppRequest request, EventLog events, Runnable beforeEnd) {
    this.manifest = manifest;
    this.request = request;
    this.events = events;
    this.beforeEnd = beforeEnd;
  }

  /**
   * Makes the phone of this process.
   *
   * @param beforeEnd keeps what has been recorded when the app ends its process
   */
  public static Phone begin(
      AppManifest manifest, AppRequest request, EventLog events, Runnable beforeEnd) {
    var phone = new Phone(manifest, request, events, beforeEnd);
    current = phone;
    return phone;
  }

  /** Returns the phone of this process. */
  public static Phone current() {
    return Objects.requireNonNull(current);
  }

  /** Returns the part of a type. */
  public static <T> T part(Class<T> type) {
    return Objects.requireNonNull(type.cast(current().parts.get(type)), type.getName());
  }

  /** Adds a part. */
  public <T> void add(Class<T> type, T part) {
    parts.put(type, part);
  }

  /** Returns whether instrumentation tests run, which do to the app what they want. */
  public static boolean isTesting() {
    return current != null && current.isTesting;
  }

  /** The app is there from now on; until then the system starts. */
  public void begins() {
    hasApp = true;
  }

  /** Returns whether the system still starts, before the app. */
  public static boolean isStarting() {
    return current == null || !current.hasApp;
  }

  /** Instrumentation tests run from now on. */
  public void tests() {
    isTesting = true;
  }

  /** Returns whether the app reaches no other machine. */
  public static boolean isOffline() {
    return Boolean.getBoolean(OFFLINE);
  }

  /** Returns the app's name. */
  public String packageName() {
    return manifest.packageName();
  }

  /** Returns the app's packages beside its base. */
  public String[] splits() {
    List<Path> all = request.packages();
    return all.stream().skip(1).map(Path::toString).toArray(String[]::new);
  }

  /** Returns whether libraries of the app's packages run. */
  public boolean hasLibraries() {
    return request.natives() == Natives.AUTO && NativeLibraries.isSupported();
  }

  /** Returns the folder of the app's native libraries. */
  public String libraries() {
    return request.translatedLibraries().toString();
  }

  /** The app reports something that is part of the run's result. */
  public void happened(Kind kind, String name) {
    events.now(kind, name);
  }

  /** The app ends its process. */
  public void ended(String how) {
    events.now(Kind.ENDED, how);
    beforeEnd.run();
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().halt(0);
  }
}
