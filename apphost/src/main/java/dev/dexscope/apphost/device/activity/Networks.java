package dev.dexscope.apphost.device.activity;

import android.app.Application;
import android.content.Context;
import android.net.ConnectivityManager;
import android.net.NetworkInfo;
import android.os.Handler;
import android.os.Looper;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowNetworkInfo;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The networks that the app is informed of: a Wi-Fi without limits where it may reach others, else
 * none, so that it does what it does on a phone without a network. Robolectric's side of them has
 * types that are later than what this is compiled against.
 */
public final class Networks {
  private static final String SHADOWS = "org.robolectric.shadows.";
  private static final String NETWORK = "android.net.Network";
  private static final String CAPABILITIES = "android.net.NetworkCapabilities";
  private static final String LINK = "android.net.LinkProperties";

  /** Of {@code NetworkCapabilities}, as those below: the kind of the network. */
  private static final int OVER_WIFI = 1;

  /** Internet, validated, not metered and so on. */
  private static final int[] ABILITIES = {11, 12, 13, 14, 15, 16, 18, 20, 21};

  private final Object all;
  private final @Nullable Object network;

  /** The callbacks that know of it. */
  private final Set<Object> informed = Collections.newSetFromMap(new WeakHashMap<>());

  /**
   * Sets what there is.
   *
   * @param isOnline whether the app may reach other machines
   */
  public Networks(Application application, boolean isOnline) {
    all = Shadow.extract(application.getSystemService(Context.CONNECTIVITY_SERVICE));
    call("clearAllNetworks");
    NetworkInfo wifi = info(ConnectivityManager.TYPE_WIFI, "WIFI", isOnline);
    // This comes first: where none is active, it forgets all.
    call("setActiveNetworkInfo", ClassParameter.from(NetworkInfo.class, isOnline ? wifi : null));
    set(ConnectivityManager.TYPE_WIFI, wifi);
    set(ConnectivityManager.TYPE_MOBILE, info(ConnectivityManager.TYPE_MOBILE, "MOBILE", false));
    network = isOnline ? add(wifi) : null;
  }

  private void set(int type, NetworkInfo info) {
    call(
        "setNetworkInfo",
        ClassParameter.from(int.class, type),
        ClassParameter.from(NetworkInfo.class, info));
  }

  private Object add(NetworkInfo wifi) {
    // Networks are looked for by their type.
    Object made =
        ReflectionHelpers.callStaticMethod(
            type(SHADOWS + "ShadowNetwork"),
            "newInstance",
            ClassParameter.from(int.class, ConnectivityManager.TYPE_WIFI));
    call("addNetwork", of(NETWORK, made), ClassParameter.from(NetworkInfo.class, wifi));
    call("setNetworkCapabilities", of(NETWORK, made), of(CAPABILITIES, capabilities()));
    Object link = ReflectionHelpers.callConstructor(type(LINK));
    call("setLinkProperties", of(NETWORK, made), of(LINK, link));
    return made;
  }

  private static NetworkInfo info(int type, String name, boolean isConnected) {
    NetworkInfo info =
        ShadowNetworkInfo.newInstance(
            isConnected
                ? NetworkInfo.DetailedState.CONNECTED
                : NetworkInfo.DetailedState.DISCONNECTED,
            type,
            0,
            isConnected,
            isConnected ? NetworkInfo.State.CONNECTED : NetworkInfo.State.DISCONNECTED);
    // It is made without its constructor.
    ReflectionHelpers.setField(info, "mTypeName", name);
    ReflectionHelpers.setField(info, "mSubtypeName", "");
    return info;
  }

  private static Object capabilities() {
    Object made =
        ReflectionHelpers.callStaticMethod(
            type(SHADOWS + "ShadowNetworkCapabilities"), "newInstance");
    ReflectionHelpers.callInstanceMethod(
        made, "addTransportType", ClassParameter.from(int.class, OVER_WIFI));
    for (int each : ABILITIES) {
      ReflectionHelpers.callInstanceMethod(
          made, "addCapability", ClassParameter.from(int.class, each));
    }
    return made;
  }

  private static Class<?> type(String name) {
    return ReflectionHelpers.loadClass(Networks.class.getClassLoader(), name);
  }

  @SuppressWarnings("unchecked")
  private static ClassParameter<?> of(String type, @Nullable Object value) {
    return new ClassParameter<>((Class<Object>) type(type), value);
  }

  private Object call(String name, ClassParameter<?>... parameters) {
    return ReflectionHelpers.callInstanceMethod(all, name, parameters);
  }

  /** Informs those who have requested it since the last time, as the system does at once. */
  void inform() {
    Object there = network;
    if (there == null) {
      return;
    }
    for (Object each : (Set<?>) call("getNetworkCallbacks")) {
      if (informed.add(each)) {
        new Handler(Looper.getMainLooper()).post(() -> inform(each, there));
      }
    }
  }

  private void inform(Object callback, Object there) {
    ClassParameter<?> it = of(NETWORK, there);
    ReflectionHelpers.callInstanceMethod(callback, "onAvailable", it);
    ReflectionHelpers.callInstanceMethod(
        callback,
        "onCapabilitiesChanged",
        it,
        of(CAPABILITIES, call("getNetworkCapabilities", it)));
    ReflectionHelpers.callInstanceMethod(
        callback, "onLinkPropertiesChanged", it, of(LINK, call("getLinkProperties", it)));
  }
}
