package dev.dexscope.apphost.device;

import android.app.Activity;
import dev.dexscope.apphost.AppManifest;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.device.activity.Activities;
import dev.dexscope.apphost.device.activity.Broadcasts;
import dev.dexscope.apphost.device.activity.Idle;
import dev.dexscope.apphost.device.activity.Jobs;
import dev.dexscope.apphost.device.activity.Launches;
import dev.dexscope.apphost.device.activity.Networks;
import dev.dexscope.apphost.device.activity.Services;
import dev.dexscope.apphost.device.frames.Frames;
import dev.dexscope.apphost.device.frames.Watchdog;
import dev.dexscope.apphost.device.frames.Windows;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.device.guest.DeviceLine;
import org.jspecify.annotations.Nullable;

/** The parts of the phone that each run has, whether of an app or of a program that is none. */
final class PhoneParts {
  private PhoneParts() {}

  /**
   * Adds them; returns the frames, which have not begun.
   *
   * @param device null without one
   */
  static Frames add(
      Phone phone,
      AppManifest manifest,
      AppRequest request,
      EventLog events,
      Watchdog watchdog,
      @Nullable DeviceLine device) {
    var frames = new Frames(request.pace(), watchdog, events, PhoneParts::top);
    var activities = new Activities(frames, events, device);
    phone.add(Frames.class, frames);
    phone.add(Activities.class, activities);
    phone.add(Windows.Top.class, activities::topRoot);
    phone.add(Services.class, new Services());
    phone.add(Broadcasts.class, new Broadcasts());
    phone.add(Jobs.class, new Jobs());
    phone.add(Launches.Start.class, new AppStart(manifest, request, events, phone)::before);
    return frames;
  }

  private static String top() {
    Activity top = Phone.part(Activities.class).top();
    return top == null ? "no activity" : top.getClass().getName();
  }

  /** Returns what runs the frames until nothing is left to do, once there is an application. */
  static Idle idle(EventLog events) {
    return new Idle(
        Phone.part(Frames.class), Phone.part(Activities.class), Phone.part(Networks.class), events);
  }
}
