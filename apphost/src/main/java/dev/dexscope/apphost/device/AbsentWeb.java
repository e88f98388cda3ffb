package dev.dexscope.apphost.device;

import android.webkit.WebView;
import dev.dexscope.apps.AppRun.Kind;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowWebView;

/** There is no browser: a {@code WebView} remembers its pages, and shows none. */
@Implements(WebView.class)
public class AbsentWeb extends ShadowWebView {
  /** Of {@code WebView}: each of them calls it first. */
  @Override
  @Implementation
  public void ensureProviderCreated() {
    super.ensureProviderCreated();
    Session.current().happened(Kind.ABSENT, "WebView: its pages stay empty");
  }
}
