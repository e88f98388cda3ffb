package dev.dexscope.apphost.device;

import android.content.ContentResolver;
import android.net.Uri;
import java.io.FileNotFoundException;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadows.ShadowContentResolver;

/**
 * Refuses requests of providers that are not there, as the system does: {@link CallSites} calls
 * these methods before those of {@code ContentResolver} of the same name.
 */
@SuppressWarnings("unused")
final class AbsentProviders {
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

  static void insert(Object resolver, Uri uri) {
    require(uri, "Unknown URL ");
  }

  static void bulkInsert(Object resolver, Uri uri) {
    require(uri, "Unknown URL ");
  }

  static void update(Object resolver, Uri uri) {
    require(uri, "Unknown URI ");
  }

  static void delete(Object resolver, Uri uri) {
    require(uri, "Unknown URL ");
  }

  /** By an address, or by an authority. */
  static void call(Object resolver, Object to) {
    require(to instanceof Uri uri ? uri : of((String) to), "Unknown authority ");
  }

  static void applyBatch(Object resolver, String authority) {
    require(of(authority), "Unknown authority ");
  }

  private static Uri of(String authority) {
    return Uri.parse("content://" + authority);
  }

  static void openInputStream(Object resolver, Uri uri) throws FileNotFoundException {
    requireFile(uri);
  }

  static void openOutputStream(Object resolver, Uri uri) throws FileNotFoundException {
    requireFile(uri);
  }

  static void openFileDescriptor(Object resolver, Uri uri) throws FileNotFoundException {
    requireFile(uri);
  }

  static void openAssetFileDescriptor(Object resolver, Uri uri) throws FileNotFoundException {
    requireFile(uri);
  }
}
