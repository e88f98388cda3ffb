package dev.dexscope.apphost.device.system;

import android.net.Uri;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The pages that an app itself gives for an address, as those which show their assets by https. */
final class WebAnswers {
  private WebAnswers() {}

  /** Returns the page; null if the app has none. */
  static @Nullable WebDocument of(WebViewClient client, WebView view, String url)
      throws IOException {
    if (!url.startsWith("http")) {
      return null;
    }
    WebResourceResponse given =
        ReflectionHelpers.callInstanceMethod(
            WebViewClient.class,
            client,
            "shouldInterceptRequest",
            ClassParameter.from(WebView.class, view),
            request(Uri.parse(url)));
    InputStream data = given == null ? null : given.getData();
    if (data == null) {
      return null;
    }
    try (data) {
      return WebContent.document(data, given.getMimeType() + "");
    }
  }

  @SuppressWarnings("unchecked")
  private static ClassParameter<?> request(Uri url) {
    try {
      Class<?> type = Class.forName("android.webkit.WebResourceRequest");
      Object request =
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (_, method, _) ->
                  switch (method.getName()) {
                    case "getUrl" -> url;
                    case "isForMainFrame" -> true;
                    case "getMethod" -> "GET";
                    case "getRequestHeaders" -> Map.of();
                    case "toString" -> url.toString();
                    case "hashCode" -> url.hashCode();
                    default -> false;
                  });
      return new ClassParameter<>((Class<Object>) type, request);
    } catch (ClassNotFoundException e) {
      throw new LinkageError("a framework without a web", e);
    }
  }
}
