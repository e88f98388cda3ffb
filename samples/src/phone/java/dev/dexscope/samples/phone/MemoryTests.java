package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.ActivityManager;
import android.content.Context;
import android.graphics.Bitmap;
import android.os.Debug;
import java.util.ArrayList;
import java.util.List;

/** The heap of an app ends where that of a phone does. */
final class MemoryTests {
  private static final long LIMIT = 256L << 20;

  /** What the framework keeps there, and what a collector may need, differs from phone to phone. */
  private static final long LESS = LIMIT * 3 / 4;

  private static final long MORE = LIMIT * 3 / 2;

  private static final int MEGABYTE = 1 << 20;

  private final PhoneTests tests;
  private final Context app;

  MemoryTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("theHeapIsThatOfAPhone", this::theHeapIsThatOfAPhone);
    tests.test("hoardsOfBytesEndAtTheLimit", this::hoardsOfBytesEndAtTheLimit);
    tests.test("hoardsOfObjectsEndAtTheLimit", this::hoardsOfObjectsEndAtTheLimit);
    tests.test("garbageNeverCounts", this::garbageNeverCounts);
    tests.test("pixelsDoNotCount", this::pixelsDoNotCount);
    tests.test("aLargeArrayHasRoom", this::aLargeArrayHasRoom);
  }

  private void theHeapIsThatOfAPhone() throws Exception {
    ActivityManager activities =
        (ActivityManager) app.getSystemService(Context.ACTIVITY_SERVICE);
    Runtime runtime = Runtime.getRuntime();
    same(runtime.maxMemory(), LIMIT);
    same(activities.getMemoryClass(), 256);
    // Since level 11.
    same(call(activities, "getLargeMemoryClass"), 512);
    check(runtime.totalMemory() <= LIMIT, runtime.totalMemory());
    check(runtime.freeMemory() <= runtime.totalMemory(), runtime.freeMemory());
    Debug.MemoryInfo info = new Debug.MemoryInfo();
    Debug.getMemoryInfo(info);
    check(info.dalvikPss > 0 && info.dalvikPss <= LIMIT >> 10, info.dalvikPss);
  }

  private void hoardsOfBytesEndAtTheLimit() throws Exception {
    long count = 0;
    List<byte[]> all = new ArrayList<>();
    try {
      while (true) {
        all.add(new byte[MEGABYTE]);
        count += MEGABYTE;
      }
    } catch (OutOfMemoryError e) {
      all.clear();
      check(count > LESS && count < MORE, count);
      check(e.getMessage().startsWith("Failed to allocate "), e);
      check(e.getMessage().endsWith("growth limit " + LIMIT), e);
    }
    // The main thread goes on.
    same(tests.main(() -> new byte[MEGABYTE].length), MEGABYTE);
  }

  private static final class Link {
    final Link next;
    final long number;

    Link(Link next, long number) {
      this.next = next;
      this.number = number;
    }
  }

  /** On the main thread: whoever else allocates then gets the error, too. */
  private void hoardsOfObjectsEndAtTheLimit() throws Exception {
    long count =
        tests.main(() -> {
          Link all = null;
          try {
            while (true) {
              all = new Link(all, all == null ? 1 : all.number + 1);
            }
          } catch (OutOfMemoryError e) {
            return all.number;
          }
        });
    // A link takes 16 to 24 bytes.
    check(count * 24 > LESS && count * 16 < MORE, count);
  }

  private void garbageNeverCounts() {
    long sum = 0;
    for (int i = 0; i < 2000; i++) {
      sum += new byte[MEGABYTE].length;
    }
    same(sum, 2000L * MEGABYTE);
  }

  /** Since level 26. */
  private void pixelsDoNotCount() {
    if (PhoneTests.level() >= 26) {
      List<Bitmap> all = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        all.add(Bitmap.createBitmap(1600, 1600, Bitmap.Config.ARGB_8888));
      }
      same(all.size(), 40);
    }
  }

  private void aLargeArrayHasRoom() {
    same(new byte[150 * MEGABYTE].length, 150 * MEGABYTE);
  }
}
