package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.refuses;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.DownloadManager;
import android.content.ContentResolver;
import android.content.ContentUris;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.net.Uri;
import android.os.Environment;
import android.provider.MediaStore;
import android.provider.MediaStore.Images;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;

/** Providers of the system, and those that are not there. */
final class ProviderTests {
  private static final Uri NONE = Uri.parse("content://dev.dexscope.none/some/1");

  private final Context app;
  private final ContentResolver resolver;
  private final PhoneTests tests;

  ProviderTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
    this.resolver = app.getContentResolver();
  }

  void run() {
    tests.test("picturesAreKept", this::picturesAreKept);
    tests.test("mediaAreFoundByTheirColumns", this::mediaAreFoundByTheirColumns);
    tests.test("wordsAreFound", this::wordsAreFound);
    tests.test("downloadsAreQueued", this::downloadsAreQueued);
    tests.test("absentProvidersRefuse", this::absentProvidersRefuse);
  }

  private void picturesAreKept() throws Exception {
    ContentValues values = new ContentValues();
    values.put(Images.Media.DISPLAY_NAME, "kept.png");
    values.put(Images.Media.MIME_TYPE, "image/png");
    // Since level 29.
    values.put("relative_path", "Pictures/Phone");
    Uri uri = resolver.insert(Images.Media.EXTERNAL_CONTENT_URI, values);
    check(ContentUris.parseId(uri) > 0, uri);
    try (OutputStream out = resolver.openOutputStream(uri)) {
      Bitmap.createBitmap(3, 2, Bitmap.Config.ARGB_8888)
          .compress(Bitmap.CompressFormat.PNG, 100, out);
    }
    File file = new File(Environment.getExternalStorageDirectory(), "Pictures/Phone/kept.png");
    check(file.length() > 0, file);
    try (InputStream in = resolver.openInputStream(uri)) {
      same(BitmapFactory.decodeStream(in).getWidth(), 3);
    }
    same(resolver.getType(uri), "image/png");
    String[] columns = {
      Images.Media.DISPLAY_NAME, Images.Media.SIZE, Images.Media.DATA, "relative_path"
    };
    try (Cursor row = resolver.query(uri, columns, null, null, null)) {
      check(row.moveToFirst(), "its row");
      same(row.getString(0), "kept.png");
      same(row.getLong(1), file.length());
      same(row.getString(2), file.getPath());
      same(row.getString(3), "Pictures/Phone/");
    }
    same(resolver.delete(uri, null, null), 1);
    check(!file.exists(), "it is deleted");
  }

  private void mediaAreFoundByTheirColumns() throws Exception {
    Bitmap picture = Bitmap.createBitmap(2, 2, Bitmap.Config.ARGB_8888);
    check(Images.Media.insertImage(resolver, picture, "found", "of a test") != null, "kept");
    Uri images = Images.Media.EXTERNAL_CONTENT_URI;
    String[] id = {Images.Media._ID};
    String title = Images.Media.TITLE + " = ?";
    try (Cursor rows = resolver.query(images, id, title, new String[] {"found"}, null)) {
      same(rows.getCount(), 1);
      rows.moveToFirst();
      Uri one = ContentUris.withAppendedId(images, rows.getLong(0));
      ContentValues values = new ContentValues();
      values.put(Images.Media.TITLE, "other");
      same(resolver.update(one, values, null, null), 1);
      same(resolver.delete(one, null, null), 1);
    }
    Uri videos = MediaStore.Video.Media.EXTERNAL_CONTENT_URI;
    try (Cursor rows = resolver.query(videos, null, null, null, null)) {
      same(rows.getCount(), 0);
    }
    refuses(
        "IllegalArgumentException",
        () -> resolver.query(images, new String[] {"no_column"}, null, null, null));
  }

  private void absentProvidersRefuse() throws Exception {
    ContentValues values = new ContentValues();
    same(resolver.query(NONE, null, null, null, null), null);
    same(resolver.getType(NONE), null);
    same(resolver.acquireContentProviderClient(NONE), null);
    String refused = "IllegalArgumentException";
    refuses(refused, () -> resolver.insert(NONE, values));
    refuses(refused, () -> resolver.update(NONE, values, null, null));
    refuses(refused, () -> resolver.delete(NONE, null, null));
    refuses(refused, () -> resolver.bulkInsert(NONE, new ContentValues[] {values}));
    refuses(refused, () -> call(resolver, "call", NONE, "some", null, null));
    refuses(refused, () -> resolver.applyBatch("dev.dexscope.none", new ArrayList<>()));
    refuses("FileNotFoundException", () -> resolver.openInputStream(NONE));
    refuses("FileNotFoundException", () -> resolver.openOutputStream(NONE));
    refuses("FileNotFoundException", () -> resolver.openFileDescriptor(NONE, "r"));
  }

  /** By the words in a text, with the part of the database for it. */
  private void wordsAreFound() {
    SQLiteDatabase birds = SQLiteDatabase.create(null);
    birds.execSQL("CREATE VIRTUAL TABLE birds USING fts4(name, place)");
    birds.execSQL("INSERT INTO birds VALUES ('Zebra finch', 'a dry tree'), ('Dodo', 'nowhere')");
    Cursor found =
        birds.rawQuery("SELECT snippet(birds, '[', ']') FROM birds WHERE birds MATCH 'fin*'", null);
    check(found.moveToFirst(), "a row");
    same(found.getString(0), "Zebra [finch]");
    same(found.getCount(), 1);
    found.close();
    birds.close();
  }

  private void downloadsAreQueued() {
    DownloadManager downloads = (DownloadManager) app.getSystemService(Context.DOWNLOAD_SERVICE);
    String address = "https://example.org/bird.txt";
    long id = downloads.enqueue(new DownloadManager.Request(Uri.parse(address)).setTitle("A bird"));
    Cursor found = downloads.query(new DownloadManager.Query().setFilterById(id));
    check(found.moveToFirst(), "a row");
    same(found.getString(found.getColumnIndex(DownloadManager.COLUMN_URI)), address);
    same(found.getString(found.getColumnIndex(DownloadManager.COLUMN_TITLE)), "A bird");
    found.close();
    same(downloads.remove(id), 1);
    found = downloads.query(new DownloadManager.Query().setFilterById(id));
    same(found.getCount(), 0);
    found.close();
  }
}
