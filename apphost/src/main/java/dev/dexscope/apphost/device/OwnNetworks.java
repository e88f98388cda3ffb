package dev.dexscope.apphost.device;

import android.app.Application;
import android.content.Context;
import android.net.ConnectivityManager;
import android.net.NetworkInfo;
import android.os.Handler;
import android.os.Looper;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowConnectivityManager;
import org.robolectric.shadows.ShadowNetwork;
import org.robolectric.shadows.ShadowNetworkCapabilities;
import org.robolectric.shadows.ShadowNetworkInfo;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The networks that the app is informed of: a Wi-Fi without limits where it may reach others, else
 * none, so that it does what it does on a phone without a network.
 */
@Implements(ConnectivityManager.class)
public class OwnNetworks extends ShadowConnectivityManager {
  // Classes of level 21, which is later than the interface that this is compiled against.
  private static final String CALLBACK = "android.net.ConnectivityManager$NetworkCallback";
  private static final String REQUEST = "android.net.NetworkRequest";
  private static final String NETWORK = "android.net.Network";
  private static final String CAPABILITIES = "android.net.NetworkCapabilities";
  private static final String LINK = "android.net.LinkProperties";

  private static final int CELLULAR = 0;
  private static final int WIFI = 1;

  /** Of {@code NetworkCapabilities}: internet, validated, not metered and so on. */
  private static final int[] ABILITIES = {11, 12, 13, 14, 15, 16, 18, 20, 21};

  /** Null if there is none. */
  private static @Nullable Object network;

  /**
   * Sets what there is.
   *
   * @param isOnline whether the app may reach other machines
   */
  static void set(Application application, boolean isOnline) {
    OwnNetworks all = Shadow.extract(application.getSystemService(Context.CONNECTIVITY_SERVICE));
    all.clearAllNetworks();
    NetworkInfo wifi = info(ConnectivityManager.TYPE_WIFI, "WIFI", isOnline);
    // This comes first: where none is active, it forgets all.
    all.setActiveNetworkInfo(isOnline ? wifi : null);
    all.setNetworkInfo(ConnectivityManager.TYPE_WIFI, wifi);
    all.setNetworkInfo(
        ConnectivityManager.TYPE_MOBILE, info(ConnectivityManager.TYPE_MOBILE, "MOBILE", false));
    if (isOnline) {
      // Robolectric looks for networks by their type.
      Object made =
          ReflectionHelpers.callStaticMethod(
              ShadowNetwork.class,
              "newInstance",
              ClassParameter.from(int.class, ConnectivityManager.TYPE_WIFI));
      all.call("addNetwork", of(NETWORK, made), ClassParameter.from(NetworkInfo.class, wifi));
      all.call("setNetworkCapabilities", of(NETWORK, made), of(CAPABILITIES, capabilities()));
      Object link = ReflectionHelpers.callConstructor(type(LINK));
      all.call("setLinkProperties", of(NETWORK, made), of(LINK, link));
      network = made;
    }
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
        ReflectionHelpers.callStaticMethod(ShadowNetworkCapabilities.class, "newInstance");
    ReflectionHelpers.callInstanceMethod(
        made, "addTransportType", ClassParameter.from(int.class, WIFI));
    for (int each : ABILITIES) {
      ReflectionHelpers.callInstanceMethod(
          made, "addCapability", ClassParameter.from(int.class, each));
    }
    return made;
  }

  private static Class<?> type(String name) {
    return ReflectionHelpers.loadClass(OwnNetworks.class.getClassLoader(), name);
  }

  private static ClassParameter<?> of(String type, @Nullable Object value) {
    return new ClassParameter<>((Class<Object>) type(type), value);
  }

  /** Calls a method of Robolectric's. */
  private <T> T call(String name, ClassParameter<?>... parameters) {
    return ReflectionHelpers.callInstanceMethod(
        ShadowConnectivityManager.class, this, name, parameters);
  }

  /** Of {@code ConnectivityManager}, as the other ones: who asks is informed of what is there. */
  @Implementation(methodName = "registerNetworkCallback")
  protected void register(
      @ClassName(REQUEST) Object request, @ClassName(CALLBACK) Object callback) {
    call("registerNetworkCallback", of(REQUEST, request), of(CALLBACK, callback));
    inform(request, callback, null);
  }

  /** The same on a thread. */
  @Implementation(methodName = "registerNetworkCallback")
  protected void register(
      @ClassName(REQUEST) Object request, @ClassName(CALLBACK) Object callback, Handler handler) {
    call(
        "registerNetworkCallback",
        of(REQUEST, request),
        of(CALLBACK, callback),
        ClassParameter.from(Handler.class, handler));
    inform(request, callback, handler);
  }

  /** For the network that apps use if they choose none. */
  @Implementation(methodName = "registerDefaultNetworkCallback")
  protected void registerDefault(@ClassName(CALLBACK) Object callback) {
    call("registerDefaultNetworkCallback", of(CALLBACK, callback));
    inform(null, callback, null);
  }

  /** The same on a thread. */
  @Implementation(methodName = "registerDefaultNetworkCallback")
  protected void registerDefault(@ClassName(CALLBACK) Object callback, Handler handler) {
    call(
        "registerDefaultNetworkCallback",
        of(CALLBACK, callback),
        ClassParameter.from(Handler.class, handler));
    inform(null, callback, handler);
  }

  private void inform(@Nullable Object request, Object callback, @Nullable Handler handler) {
    Object there = network;
    if (there == null || (request != null && !accepts(request))) {
      return;
    }
    Handler to = handler == null ? new Handler(Looper.getMainLooper()) : handler;
    to.post(() -> {
      Set<Object> registered = call("getNetworkCallbacks");
      if (registered.contains(callback)) {
        var it = of(NETWORK, there);
        ReflectionHelpers.callInstanceMethod(callback, "onAvailable", it);
        ReflectionHelpers.callInstanceMethod(
            callback,
            "onCapabilitiesChanged",
            it,
            of(CAPABILITIES, call("getNetworkCapabilities", it)));
        ReflectionHelpers.callInstanceMethod(
            callback, "onLinkPropertiesChanged", it, of(LINK, call("getLinkProperties", it)));
      }
    });
  }

  private static boolean accepts(Object request) {
    Object wanted = ReflectionHelpers.getField(request, "networkCapabilities");
    return isOver(wanted, WIFI) || !isOver(wanted, CELLULAR);
  }

  private static boolean isOver(Object wanted, int transport) {
    return ReflectionHelpers.callInstanceMethod(
        wanted, "hasTransport", ClassParameter.from(int.class, transport));
  }
}
