package dev.dexscope.apphost.device.activity;

import android.content.Intent;
import android.os.Parcel;
import android.os.TransactionTooLargeException;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** What is passed to the system goes through a buffer of the kernel's, which has a size. */
final class Transactions {
  /** The buffer that all calls of a process share: a megabyte without two pages. */
  private static final int LARGEST = (1 << 20) - 2 * 4096;

  private Transactions() {}

  /**
   * Refuses what is too large.
   *
   * @param words of the exception that the app gets; null for those of its cause
   */
  static void check(Intent intent, @Nullable String words) {
    if (intent.getExtras() == null) {
      return;
    }
    Parcel parcel = Parcel.obtain();
    try {
      intent.writeToParcel(parcel, 0);
      if (parcel.dataSize() > LARGEST) {
        var cause =
            ReflectionHelpers.callConstructor(
                TransactionTooLargeException.class,
                ClassParameter.from(
                    String.class, "data parcel size " + parcel.dataSize() + " bytes"));
        throw words == null ? new RuntimeException(cause) : new RuntimeException(words, cause);
      }
    } finally {
      parcel.recycle();
    }
  }
}
