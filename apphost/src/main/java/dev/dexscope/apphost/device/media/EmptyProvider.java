package dev.dexscope.apphost.device.media;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.content.Context;
import android.content.UriMatcher;
import android.content.pm.ProviderInfo;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadows.ShadowContentResolver;

/** A content provider of the system's on a device that nobody has used: it has no rows. */
public final class EmptyProvider extends ContentProvider {
  private static final List<String> AUTHORITIES =
      List.of(
          "browser",
          "call_log",
          "com.android.calendar",
          "com.android.contacts",
          "contacts",
          "downloads",
          "mms",
          "mms-sms",
          "sms",
          "telephony",
          "user_dictionary");

  private static final String TYPE = "vnd.android.cursor.";
  private static final List<String> NAMES = new ArrayList<>();
  private static final UriMatcher TYPES = new UriMatcher(UriMatcher.NO_MATCH);

  static {
    String contacts = "com.android.contacts";
    type(contacts, "contacts", "contact");
    type(contacts, "contacts/lookup/*", "contact");
    type(contacts, "raw_contacts", "raw_contact");
    type(contacts, "data/phones", "phone_v2");
    type(contacts, "data/emails", "email_v2");
    type(contacts, "data/postals", "postal-address_v2");
    type("com.android.calendar", "events", "event");
    type("call_log", "calls", "calls");
  }

  private static final String[] ALL_COLUMNS = {"_id"};

  /** Many, and one of them. */
  private static void type(String authority, String path, String name) {
    TYPES.addURI(authority, path, NAMES.size());
    NAMES.add(TYPE + (path.endsWith("*") ? "item/" : "dir/") + name);
    TYPES.addURI(authority, path + "/#", NAMES.size());
    NAMES.add(TYPE + "item/" + name);
  }

  /** Registers one for each of the system's authorities. */
  public static void register(Context context) {
    for (String each : AUTHORITIES) {
      register(each, new EmptyProvider(), context);
    }
  }

  /** Registers a provider of the system's, which apps may use without permissions. */
  public static void register(String authority, ContentProvider provider, Context context) {
    var info = new ProviderInfo();
    info.authority = authority;
    info.exported = true;
    provider.attachInfo(context, info);
    ShadowContentResolver.registerProviderInternal(authority, provider);
  }

  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public Cursor query(
      Uri uri,
      String @Nullable [] columns,
      @Nullable String selection,
      String @Nullable [] arguments,
      @Nullable String order) {
    return new MatrixCursor(columns == null ? ALL_COLUMNS : columns);
  }

  /** Of contacts and of the calendar, which other apps are requested to pick or to add. */
  @Override
  public @Nullable String getType(Uri uri) {
    int code = TYPES.match(uri);
    return code == UriMatcher.NO_MATCH ? null : NAMES.get(code);
  }

  @Override
  public @Nullable Uri insert(Uri uri, @Nullable ContentValues values) {
    return null;
  }

  @Override
  public int delete(Uri uri, @Nullable String selection, String @Nullable [] arguments) {
    return 0;
  }

  @Override
  public int update(
      Uri uri,
      @Nullable ContentValues values,
      @Nullable String selection,
      String @Nullable [] arguments) {
    return 0;
  }
}
