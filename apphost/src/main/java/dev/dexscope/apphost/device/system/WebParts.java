package dev.dexscope.apphost.device.system;

import dev.dexscope.apphost.device.phone.Replaces;

/**
 * The parts of the web that belong to no page, such as the controller of service workers, which
 * frameworks set up before they show one: they take what is set, and do nothing.
 */
@SuppressWarnings("unused")
public final class WebParts {
  private WebParts() {}

  @Replaces("android.webkit.WebViewFactory")
  static Object getProvider() throws ClassNotFoundException {
    return Hollow.of(Class.forName("android.webkit.WebViewFactoryProvider"));
  }
}
