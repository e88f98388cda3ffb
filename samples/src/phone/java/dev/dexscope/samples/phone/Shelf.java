package dev.dexscope.samples.phone;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import android.os.Bundle;

/** A provider of books, for clients outside of the app. */
public final class Shelf extends ContentProvider {
  private static final String BOOKS = "books";

  private SQLiteDatabase database;

  @Override
  public boolean onCreate() {
    database = SQLiteDatabase.create(null);
    database.execSQL("CREATE TABLE books (_id INTEGER PRIMARY KEY, title TEXT, pages INTEGER)");
    return true;
  }

  @Override
  public Cursor query(
      Uri uri, String[] columns, String where, String[] arguments, String order) {
    return database.query(BOOKS, columns, where, arguments, null, null, order);
  }

  @Override
  public String getType(Uri uri) {
    return "vnd.android.cursor.dir/book";
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    return uri.buildUpon().appendPath(database.insert(BOOKS, null, values) + "").build();
  }

  @Override
  public int delete(Uri uri, String where, String[] arguments) {
    return database.delete(BOOKS, where, arguments);
  }

  @Override
  public int update(Uri uri, ContentValues values, String where, String[] arguments) {
    return database.update(BOOKS, values, where, arguments);
  }

  @Override
  public Bundle call(String method, String argument, Bundle extras) {
    Bundle result = new Bundle();
    result.putString(method, argument + (extras == null ? "" : extras.getInt("n")));
    return result;
  }
}
