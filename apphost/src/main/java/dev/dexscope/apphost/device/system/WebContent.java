package dev.dexscope.apphost.device.system;

import android.content.Context;
import android.net.Uri;
import android.util.Base64;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The pages that are on the phone itself: assets and resources of the app, files, and data. */
final class WebContent {
  private static final String ASSETS = "file:///android_asset/";
  private static final String RESOURCES = "file:///android_res/";
  private static final String DATA = "data:";
  private static final String PLAIN = "text/plain";

  /** Of a page nobody reads more. */
  private static final int MOST = 1 << 20;

  /** Scheme and host, and what follows them. */
  private static final Pattern WEB = Pattern.compile("(?i)(https?://[^/?#]*)(.*)");

  private WebContent() {}

  /**
   * Returns an address as a browser writes it, and hands it to the app: scheme and host have small
   * letters, and a path is never empty.
   */
  static String address(String url) {
    Matcher web = WEB.matcher(url);
    if (!web.matches()) {
      return url;
    }
    String rest = web.group(2);
    return web.group(1).toLowerCase(Locale.ROOT) + (rest.startsWith("/") ? rest : "/" + rest);
  }

  /**
   * Returns the page at an address; null if it is not on the phone.
   *
   * @throws IOException if it is not there
   */
  static @Nullable WebDocument read(String url, Context context) throws IOException {
    if (url.startsWith(DATA)) {
      return ofData(url.substring(DATA.length()));
    }
    try (InputStream in = open(url, context)) {
      return in == null ? null : document(in, url.endsWith(".txt") ? PLAIN : "");
    } catch (SecurityException e) {
      throw new IOException(e);
    }
  }

  /** Reads what an app gives in the place of a page. */
  static WebDocument document(InputStream in, String type) throws IOException {
    String text = new String(in.readNBytes(MOST), StandardCharsets.UTF_8);
    return of(text, type);
  }

  /** Returns a page of a type; no type is HTML. */
  static WebDocument of(String text, String type) {
    return type.startsWith(PLAIN) ? WebDocument.ofText(text) : WebDocument.of(text);
  }

  private static WebDocument ofData(String data) {
    int comma = data.indexOf(',');
    String type = comma < 0 ? "" : data.substring(0, comma);
    String text = data.substring(comma + 1);
    if (type.endsWith(";base64")) {
      text = new String(Base64.decode(Uri.decode(text), Base64.DEFAULT), StandardCharsets.UTF_8);
    } else {
      text = Uri.decode(text);
    }
    return of(text, type.isEmpty() ? PLAIN : type);
  }

  private static @Nullable InputStream open(String url, Context context) throws IOException {
    Uri uri = Uri.parse(url);
    if (url.startsWith(ASSETS)) {
      return context.getAssets().open(path(uri, ASSETS));
    }
    if (url.startsWith(RESOURCES)) {
      String[] parts = path(uri, RESOURCES).split("[/.]", 3);
      int id =
          parts.length < 2
              ? 0
              : context.getResources().getIdentifier(parts[1], parts[0], context.getPackageName());
      if (id == 0) {
        throw new IOException(url);
      }
      return context.getResources().openRawResource(id);
    }
    return switch (uri.getScheme() + "") {
      case "file" -> new FileInputStream(uri.getPath() + "");
      case "content" -> context.getContentResolver().openInputStream(uri);
      default -> null;
    };
  }

  /** Without a query and a place in the page. */
  private static String path(Uri uri, String folder) {
    return (uri.getPath() + "").substring(Uri.parse(folder).getPath().length());
  }
}
