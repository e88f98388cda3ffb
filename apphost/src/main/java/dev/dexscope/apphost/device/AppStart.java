package dev.dexscope.apphost.device;

import android.app.Application;
import android.content.ContentProvider;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.ProviderInfo;
import android.content.pm.Signature;
import dev.dexscope.apphost.AppClasses;
import dev.dexscope.apphost.AppManifest;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.device.activity.Networks;
import dev.dexscope.apphost.device.frames.SystemBars;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.system.Equipment;
import dev.dexscope.apphost.device.system.StrictPolicies;
import dev.dexscope.apphost.device.system.UsersSettings;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.PhoneSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.robolectric.Robolectric;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowSigningInfo;
import org.robolectric.util.ReflectionHelpers;

/**
 * The system's part in the start of an app: what the app is granted and finds before its own code.
 */
final class AppStart {
  private final AppManifest manifest;
  private final AppRequest request;
  private final EventLog events;
  private final Phone phone;

  AppStart(AppManifest manifest, AppRequest request, EventLog events, Phone phone) {
    this.manifest = manifest;
    this.request = request;
    this.events = events;
    this.phone = phone;
  }

  /** Performs the system's part before an application's own start. */
  void before(Application application) {
    phone.begins();
    grant(application);
    Equipment.equip(application, request.heap());
    PhoneSettings settings = UsersSettings.current();
    SystemBars.set(settings.hasBars(), settings.hasGestures());
    Environment.nameFolders(application);
    StrictPolicies.begin(application);
    phone.add(Networks.class, new Networks(application, !Phone.isOffline()));
    ShadowPackageManager packages = Shadow.extract(application.getPackageManager());
    PackageInfo info = packages.getInternalMutablePackageInfo(application.getPackageName());
    if (phone.hasLibraries()) {
      info.applicationInfo.nativeLibraryDir = phone.libraries();
    }
    sign(info);
    providers(application);
  }

  /** Apps compare their signers with those that they expect. */
  private void sign(PackageInfo info) {
    Signature[] signers = manifest.signers().stream().map(Signature::new).toArray(Signature[]::new);
    if (signers.length != 0) {
      info.signatures = signers;
      // Since level 28.
      Object signing = Shadow.newInstanceOf("android.content.pm.SigningInfo");
      ShadowSigningInfo shadow = Shadow.extract(signing);
      shadow.setSignatures(signers);
      ReflectionHelpers.setField(info, "signingInfo", signing);
    }
  }

  /** Makes the content providers of the app's own process. */
  private void providers(Application application) {
    long begin = System.nanoTime();
    try {
      PackageInfo info =
          application
              .getPackageManager()
              .getPackageInfo(
                  application.getPackageName(),
                  PackageManager.GET_PROVIDERS | PackageManager.GET_META_DATA);
      ProviderInfo[] providers = info.providers;
      if (providers == null) {
        return;
      }
      List<ProviderInfo> sorted = new ArrayList<>(List.of(providers));
      sorted.sort((a, b) -> Integer.compare(b.initOrder, a.initOrder));
      for (ProviderInfo each : sorted) {
        if (each.processName == null || each.processName.equals(application.getPackageName())) {
          @SuppressWarnings("unchecked")
          var type =
              (Class<? extends ContentProvider>)
                  Class.forName(each.name, true, Objects.requireNonNull(AppClasses.loader()));
          Robolectric.buildContentProvider(type).create(each);
        }
      }
    } catch (PackageManager.NameNotFoundException | ClassNotFoundException e) {
      throw new IllegalStateException("Unable to get provider: " + e, e);
    }
    events.since(Kind.PHASE, "content providers", begin);
  }

  private void grant(Application application) {
    try {
      PackageInfo info =
          application
              .getPackageManager()
              .getPackageInfo(application.getPackageName(), PackageManager.GET_PERMISSIONS);
      List<String> granted = new ArrayList<>();
      if (info.requestedPermissions != null) {
        granted.addAll(List.of(info.requestedPermissions));
      }
      granted.removeAll(request.denied());
      ShadowApplication shadow = Shadow.extract(application);
      shadow.grantPermissions(granted.toArray(String[]::new));
      flagGranted(application, granted);
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Notes which of the requested permissions the app has. */
  private void flagGranted(Application application, List<String> granted) {
    ShadowPackageManager packages = Shadow.extract(application.getPackageManager());
    PackageInfo info = packages.getInternalMutablePackageInfo(application.getPackageName());
    if (info.requestedPermissions == null) {
      return;
    }
    info.requestedPermissionsFlags = new int[info.requestedPermissions.length];
    for (int i = 0; i < info.requestedPermissions.length; i++) {
      info.requestedPermissionsFlags[i] =
          PackageInfo.REQUESTED_PERMISSION_REQUIRED
              | (granted.contains(info.requestedPermissions[i])
                  ? PackageInfo.REQUESTED_PERMISSION_GRANTED
                  : 0);
    }
  }
}
