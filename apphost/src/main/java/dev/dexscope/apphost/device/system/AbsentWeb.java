package dev.dexscope.apphost.device.system;

import android.os.Handler;
import android.os.Looper;
import android.webkit.ValueCallback;
import android.webkit.WebBackForwardList;
import android.webkit.WebChromeClient;
import android.webkit.WebHistoryItem;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun.Kind;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowWebView;
import org.robolectric.util.ReflectionHelpers;

/**
 * There is no browser: a {@code WebView} shows the text of a page that is on the phone, and runs no
 * script. The app is informed that a page begins and ends, because many wait for that; where it may
 * not reach the page, also why not.
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

  private @Nullable WebViewport viewport;

  private String title = "";

  /** Where a page comes from. */
  private interface Source {
    /** Returns it; null if it is not on the phone. */
    @Nullable WebDocument read() throws IOException;
  }

  /** Of {@code WebView}: each of them calls it first. */
  @Override
  @Implementation
  public void ensureProviderCreated() {
    if (viewport == null) {
      Phone.current().happened(Kind.ABSENT, "WebView: pages have their text only, no script runs");
      try {
        viewport = new WebViewport(real, RuntimeEnvironment.getApplication());
        ReflectionHelpers.setField(real, "mProvider", viewport.provider());
      } catch (ClassNotFoundException e) {
        throw new LinkageError("a framework without a web", e);
      }
    }
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
  protected void loadData(String data, @Nullable String type, @Nullable String encoding) {
    super.loadData(data, type, encoding);
    load("data:" + type + ("base64".equals(encoding) ? ";base64," : ",") + data);
  }

  @Override
  @Implementation
  protected void loadDataWithBaseURL(
      @Nullable String base, String data, @Nullable String type, String encoding, String history) {
    super.loadDataWithBaseURL(base, data, type, encoding, history);
    load(base == null ? BLANK : base, () -> WebContent.of(data, type == null ? "" : type));
  }

  /** Of {@code WebView}. */
  @Override
  @Implementation
  protected void reload() {
    super.reload();
    loadCurrent();
  }

  /** Of {@code WebView}. */
  @Override
  @Implementation
  protected void goBack() {
    super.goBack();
    loadCurrent();
  }

  /** Of {@code WebView}. */
  @Override
  @Implementation
  protected void goForward() {
    super.goForward();
    loadCurrent();
  }

  private void loadCurrent() {
    WebBackForwardList pages = copyBackForwardList();
    WebHistoryItem current = pages == null ? null : pages.getCurrentItem();
    if (current != null) {
      show(current.getUrl(), source(current.getUrl()));
    }
  }

  /** Of {@code WebView}. */
  @Override
  @Implementation
  protected String getTitle() {
    return title;
  }

  /** Of {@code WebView}. */
  @Override
  @Implementation
  protected void setBackgroundColor(int color) {
    super.setBackgroundColor(color);
    port().color(color);
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

  private WebViewport port() {
    ensureProviderCreated();
    return Objects.requireNonNull(viewport);
  }

  private void load(@Nullable String url) {
    if (url == null || !url.startsWith(SCRIPT)) {
      String address = url == null ? BLANK : WebContent.address(url);
      load(address, source(address));
    }
  }

  private Source source(String url) {
    return url.equals(BLANK)
        ? () -> WebDocument.EMPTY
        : () -> WebContent.read(url, RuntimeEnvironment.getApplication());
  }

  private void load(String url, Source source) {
    pushEntryToHistory(url);
    show(url, source);
  }

  private void show(String url, Source source) {
    main.removeCallbacksAndMessages(null);
    main.post(() -> {
      WebViewClient client = getWebViewClient();
      if (client != null) {
        client.onPageStarted(real, url, null);
      }
      // An app's own answers may come from a database, or a network: never on the main thread.
      new Thread(() -> answer(url, source, client), "ThreadPoolForegroundWorker").start();
    });
  }

  private void answer(String url, Source source, @Nullable WebViewClient client) {
    WebDocument page = null;
    int error = 0;
    try {
      page = client == null ? null : WebAnswers.of(client, real, url);
      page = page == null ? source.read() : page;
    } catch (IOException e) {
      error = WebViewClient.ERROR_FILE_NOT_FOUND;
    }
    if (page == null && error == 0 && Phone.isOffline()) {
      error = WebViewClient.ERROR_HOST_LOOKUP;
    }
    WebDocument shown = page == null ? WebDocument.EMPTY : page;
    int code = error;
    main.post(() -> end(url, shown, code));
  }

  private void end(String url, WebDocument page, int error) {
    WebViewClient client = getWebViewClient();
    WebChromeClient chrome = getWebChromeClient();
    title = page.title().isEmpty() && error == 0 ? url : page.title();
    port().show(page);
    if (chrome != null) {
      chrome.onReceivedTitle(real, title);
      chrome.onProgressChanged(real, WHOLE);
    }
    if (client != null) {
      if (error != 0) {
        String words =
            error == WebViewClient.ERROR_HOST_LOOKUP
                ? "net::ERR_INTERNET_DISCONNECTED"
                : "net::ERR_FILE_NOT_FOUND";
        client.onReceivedError(real, error, words, url);
      }
      client.onPageFinished(real, url);
    }
  }
}
