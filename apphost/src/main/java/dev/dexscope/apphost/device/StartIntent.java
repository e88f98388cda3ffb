package dev.dexscope.apphost.device;

import android.app.Application;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.net.Uri;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppRequest;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Objects;

/** Makes the intent that starts the app, or one of its activities, of the words of a command. */
final class StartIntent {
  private StartIntent() {}

  /** Returns the intent that starts the app: its launcher's, or the requested one. */
  static Intent of(Application application, AppRequest request, String start) {
    if (start.startsWith("intent:")) {
      return parsed(start);
    }
    Intent intent = new Intent(Intent.ACTION_MAIN);
    if (start.isEmpty()) {
      intent.addCategory(Intent.CATEGORY_LAUNCHER);
      List<ResolveInfo> found = application.getPackageManager().queryIntentActivities(intent, 0);
      if (found.isEmpty()) {
        throw new AppException(
            "the app has no launcher activity",
            request.packages().getFirst(),
            "name one: --start .SomeActivity");
      }
      intent.setComponent(
          new ComponentName(application.getPackageName(), found.getFirst().activityInfo.name));
    } else if (start.indexOf('/') >= 0) {
      intent.setComponent(Objects.requireNonNull(ComponentName.unflattenFromString(start), start));
    } else if (isActivity(application, start)) {
      intent.setComponent(
          new ComponentName(application.getPackageName(), full(application, start)));
    } else {
      intent.setAction(start);
    }
    if (!request.data().isEmpty()) {
      intent.setData(Uri.parse(request.data()));
    }
    for (String each : request.extras()) {
      int equals = each.indexOf('=');
      intent.putExtra(each.substring(0, equals), each.substring(equals + 1));
    }
    return intent;
  }

  /** As Android writes intents into one line. */
  private static Intent parsed(String uri) {
    try {
      return Intent.parseUri(uri, Intent.URI_INTENT_SCHEME);
    } catch (URISyntaxException e) {
      throw new AppException("no intent", uri, e.getMessage() + "");
    }
  }

  private static String full(Application application, String name) {
    return name.startsWith(".") ? application.getPackageName() + name : name;
  }

  private static boolean isActivity(Application application, String name) {
    try {
      application
          .getPackageManager()
          .getActivityInfo(
              new ComponentName(application.getPackageName(), full(application, name)), 0);
      return true;
    } catch (PackageManager.NameNotFoundException e) {
      return false;
    }
  }
}
