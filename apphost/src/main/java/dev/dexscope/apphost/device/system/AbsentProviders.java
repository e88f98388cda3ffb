package dev.dexscope.apphost.device.system;

import android.content.ContentResolver;
import android.net.Uri;
import dev.dexscope.apphost.device.phone.Precedes;
import java.io.FileNotFoundException;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadows.ShadowContentResolver;

/** Refuses requests of providers that are not there, as the system does. */
@SuppressWarnings("unused")
public final class AbsentProviders {
  private AbsentProviders() {}

  private static boolean isAbsent(@Nullable Uri uri) {
    return uri != null
        && ContentResolver.SCHEME_CONTENT.equals(uri.getScheme())
        && ShadowContentResolver.getProvider(uri) == null;
  }

  private static void require(Uri uri, String words) {
    if (isAbsent(uri)) {
      throw new IllegalArgumentException(words + uri);
    }
  }

  private static void requireFile(Uri uri) throws FileNotFoundException {
    if (isAbsent(uri)) {
      throw new FileNotFoundException("No content provider: " + uri);
    }
  }

  @Precedes("android.content.ContentResolver")
  static void insert(Object resolver, Uri uri) {
    require(uri, "Unknown URL ");
  }

  @Precedes("android.content.ContentResolver")
  static void bulkInsert(Object resolver, Uri uri) {
    require(uri, "Unknown URL ");
  }

  @Precedes("android.content.ContentResolver")
  static void update(Object resolver, Uri uri) {
    require(uri, "Unknown URI ");
  }

  @Precedes("android.content.ContentResolver")
  static void delete(Object resolver, Uri uri) {
    require(uri, "Unknown URL ");
  }

  /** By an address, or by an authority. */
  @Precedes("android.content.ContentResolver")
  static void call(Object resolver, Object to) {
    require(to instanceof Uri uri ? uri : of((String) to), "Unknown authority ");
  }

  @Precedes("android.content.ContentResolver")
  static void applyBatch(Object resolver, String authority) {
    require(of(authority), "Unknown authority ");
  }

  private static Uri of(String authority) {
    return Uri.parse("content://" + authority);
  }

  @Precedes("android.content.ContentResolver")
  static void openInputStream(Object resolver, Uri uri) throws FileNotFoundException {
    requireFile(uri);
  }

  @Precedes("android.content.ContentResolver")
  static void openOutputStream(Object resolver, Uri uri) throws FileNotFoundException {
    requireFile(uri);
  }

  @Precedes("android.content.ContentResolver")
  static void openFileDescriptor(Object resolver, Uri uri) throws FileNotFoundException {
    requireFile(uri);
  }

  @Precedes("android.content.ContentResolver")
  static void openAssetFileDescriptor(Object resolver, Uri uri) throws FileNotFoundException {
    requireFile(uri);
  }
}
