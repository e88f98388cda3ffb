package dev.dexscope.apphost.device.system;

import android.os.Handler;
import android.os.Looper;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun.Kind;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowWebView;

/**
 * There is no browser: a {@code WebView} remembers its pages, and shows none. The app is informed
 * that a page is there, as of a page without content, because many wait for that; where it may not
 * reach the page, also why not.
 */
@Implements(WebView.class)
public class AbsentWeb extends ShadowWebView {
  private static final int WHOLE = 100;
  private static final String BLANK = "about:blank";

  /** Code for a page that is there already. */
  private static final String SCRIPT = "javascript:";

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private WebView real;

  private final Handler main = new Handler(Looper.getMainLooper());

  /** Of {@code WebView}: each of them calls it first. */
  @Override
  @Implementation
  public void ensureProviderCreated() {
    super.ensureProviderCreated();
    Phone.current().happened(Kind.ABSENT, "WebView: its pages stay empty");
  }

  @Override
  @Implementation
  protected void loadUrl(String url) {
    super.loadUrl(url);
    load(url);
  }

  @Override
  @Implementation
  protected void loadUrl(String url, Map<String, String> headers) {
    super.loadUrl(url, headers);
    load(url);
  }

  @Override
  @Implementation
  protected void loadData(String data, String type, String encoding) {
    super.loadData(data, type, encoding);
    load("data:" + type + "," + data);
  }

  @Override
  @Implementation
  protected void loadDataWithBaseURL(
      String base, String data, String type, String encoding, String history) {
    super.loadDataWithBaseURL(base, data, type, encoding, history);
    load(base);
  }

  /** Of {@code WebView}: a script on a page without content. */
  @Override
  @Implementation
  protected void evaluateJavascript(String script, @Nullable ValueCallback<String> callback) {
    super.evaluateJavascript(script, callback);
    if (callback != null) {
      new Handler(Looper.getMainLooper()).post(() -> callback.onReceiveValue("null"));
    }
  }

  private void load(@Nullable String url) {
    if (url != null && url.startsWith(SCRIPT)) {
      return;
    }
    main.removeCallbacksAndMessages(null);
    main.post(() -> report(url == null ? BLANK : url));
  }

  private void report(String url) {
    WebViewClient client = getWebViewClient();
    WebChromeClient chrome = getWebChromeClient();
    if (client != null) {
      client.onPageStarted(real, url, null);
    }
    if (chrome != null) {
      chrome.onProgressChanged(real, WHOLE);
    }
    if (client != null) {
      if (url.startsWith("http") && Phone.isOffline()) {
        client.onReceivedError(
            real, WebViewClient.ERROR_HOST_LOOKUP, "net::ERR_INTERNET_DISCONNECTED", url);
      }
      client.onPageFinished(real, url);
    }
  }
}
