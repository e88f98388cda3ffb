package dev.dexscope.apphost.device.system;

import android.content.ClipData;
import android.content.ClipDescription;
import android.content.ClipboardManager;
import android.content.Intent;
import android.net.Uri;
import dev.dexscope.apphost.device.phone.Precedes;
import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.ReflectionHelpers;

/**
 * The clipboard of a device, which its apps share by a file beside its settings. Without a device
 * it is the app's own. A listener is called when its app looks at what another one has put there.
 */
@SuppressWarnings("unused")
public final class SharedClipboard {
  private static final String MANAGER = "android.content.ClipboardManager";

  /** As much as a phone passes from process to process. */
  private static final long MOST_BYTES = 1 << 20;

  private static final @Nullable Path FILE = file();

  /** What the file had when it was last read or written. */
  private static String known = "";

  private static boolean isTaking;

  private SharedClipboard() {}

  private static @Nullable Path file() {
    String settings = System.getenv(PhoneSettings.VARIABLE);
    return settings == null ? null : Path.of(settings).resolveSibling("clipboard");
  }

  @Precedes(MANAGER)
  static void setPrimaryClip(ClipboardManager manager, ClipData clip) {
    put(clip);
  }

  @Precedes(MANAGER)
  static void clearPrimaryClip(ClipboardManager manager) {
    put(null);
  }

  @Precedes(MANAGER)
  static void getPrimaryClip(ClipboardManager manager) {
    take(manager);
  }

  @Precedes(MANAGER)
  static void getPrimaryClipDescription(ClipboardManager manager) {
    take(manager);
  }

  @Precedes(MANAGER)
  static void hasPrimaryClip(ClipboardManager manager) {
    take(manager);
  }

  private static synchronized void put(@Nullable ClipData clip) {
    if (FILE == null || isTaking) {
      return;
    }
    try {
      known = clip == null ? "" : written(clip).toString();
      byte[] bytes = known.getBytes(StandardCharsets.UTF_8);
      OutputFile.write(FILE, out -> out.write(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JSONException e) {
      throw new IllegalStateException(e);
    }
  }

  private static synchronized void take(ClipboardManager manager) {
    if (FILE == null || isTaking || !Files.exists(FILE)) {
      return;
    }
    isTaking = true;
    try {
      String now = Files.size(FILE) > MOST_BYTES ? known : Files.readString(FILE);
      if (!now.equals(known)) {
        known = now;
        if (now.isEmpty()) {
          // Of level 28.
          ReflectionHelpers.callInstanceMethod(manager, "clearPrimaryClip");
        } else {
          manager.setPrimaryClip(read(new JSONObject(now)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JSONException | URISyntaxException e) {
      throw new IllegalStateException(FILE + " is no clip", e);
    } finally {
      isTaking = false;
    }
  }

  private static JSONObject written(ClipData clip) throws JSONException {
    ClipDescription description = clip.getDescription();
    JSONArray types = new JSONArray();
    for (int i = 0; i < description.getMimeTypeCount(); i++) {
      types.put(description.getMimeType(i));
    }
    JSONArray items = new JSONArray();
    for (int i = 0; i < clip.getItemCount(); i++) {
      ClipData.Item item = clip.getItemAt(i);
      JSONObject written = new JSONObject();
      written.putOpt("text", item.getText() == null ? null : item.getText().toString());
      written.putOpt("html", item.getHtmlText());
      written.putOpt("uri", item.getUri() == null ? null : item.getUri().toString());
      written.putOpt(
          "intent",
          item.getIntent() == null ? null : item.getIntent().toUri(Intent.URI_INTENT_SCHEME));
      items.put(written);
    }
    JSONObject whole = new JSONObject();
    whole.putOpt("label", description.getLabel() == null ? null : description.getLabel() + "");
    return whole.put("types", types).put("items", items);
  }

  private static ClipData read(JSONObject written) throws JSONException, URISyntaxException {
    JSONArray types = written.getJSONArray("types");
    String[] names = new String[types.length()];
    for (int i = 0; i < names.length; i++) {
      names[i] = types.getString(i);
    }
    JSONArray items = written.getJSONArray("items");
    var clip = new ClipData(text(written, "label"), names, item(items.getJSONObject(0)));
    for (int i = 1; i < items.length(); i++) {
      clip.addItem(item(items.getJSONObject(i)));
    }
    return clip;
  }

  private static ClipData.Item item(JSONObject written) throws URISyntaxException {
    String intent = text(written, "intent");
    String uri = text(written, "uri");
    return new ClipData.Item(
        text(written, "text"),
        text(written, "html"),
        intent == null ? null : Intent.parseUri(intent, Intent.URI_INTENT_SCHEME),
        uri == null ? null : Uri.parse(uri));
  }

  private static @Nullable String text(JSONObject written, String name) {
    return written.has(name) ? written.optString(name) : null;
  }
}
