package dev.dexscope.apphost.device;

import dev.dexscope.apphost.AppClasses;
import dev.dexscope.apphost.AppManifest;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.device.activity.Idle;
import dev.dexscope.apphost.device.frames.Frames;
import dev.dexscope.apphost.device.frames.Watchdog;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.shadows.ShadowAlarmManager;

/**
 * The phone of a program that is no app, on the thread of the main looper: its frames go on until
 * the process ends.
 */
public final class ProgramSession implements Runnable {
  private final AndroidSandbox sandbox;
  private final AppManifest manifest;
  private final AppRequest request;
  private final EventLog events;
  private final Runnable ready;

  /**
   * Made by the host's side, which cannot name this class.
   *
   * @param ready is run when a program may begin
   */
  public ProgramSession(
      AndroidSandbox sandbox,
      AppManifest manifest,
      AppRequest request,
      EventLog events,
      Runnable ready) {
    this.sandbox = sandbox;
    this.manifest = manifest;
    this.request = request;
    this.events = events;
    this.ready = ready;
  }

  @Override
  public void run() {
    Idle idle;
    try {
      idle = begin();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ready.run();
    }
    while (!Thread.currentThread().isInterrupted()) {
      idle.frame();
    }
  }

  private Idle begin() throws IOException {
    Phone phone = Phone.begin(manifest, request, events, () -> {});
    Environment.setUp(sandbox, manifest, request);
    Thread.currentThread().setContextClassLoader(AppClasses.loader());
    ShadowAlarmManager.setAutoSchedule(true);
    // Nobody waits for an answer of this thread.
    var watchdog = new Watchdog(manifest.packageName(), request.pace(), events, () -> {});
    Frames frames = PhoneParts.add(phone, manifest, request, events, watchdog, null);
    RuntimeEnvironment.getApplication();
    frames.begin(false);
    return PhoneParts.idle(events);
  }
}
