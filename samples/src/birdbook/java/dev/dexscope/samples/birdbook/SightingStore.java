package dev.dexscope.samples.birdbook;

import android.content.ContentValues;
import android.content.Context;
import android.content.res.Resources;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteOpenHelper;
import android.database.sqlite.SQLiteStatement;
import java.util.ArrayList;
import java.util.List;

/** The sightings in a database, which holds some from its first day on. */
final class SightingStore extends SQLiteOpenHelper {
  static final String BY_DAY = "day DESC, bird";
  static final String BY_NAME = "bird, day DESC";

  private static final int VERSION = 1;
  private static final String[] PLACES = {"Lake", "Old wood", "Garden", "Salt marsh", "Hill"};
  private static final String[] COLUMNS = {"id", "bird", "place", "day", "count"};

  private final Resources resources;

  SightingStore(Context context) {
    super(context, "sightings.db", null, VERSION);
    this.resources = context.getResources();
  }

  /** Also fills it, within the transaction in which the platform calls this. */
  @Override
  public void onCreate(SQLiteDatabase db) {
    db.execSQL(
        "CREATE TABLE sighting (id INTEGER PRIMARY KEY, bird TEXT NOT NULL, place TEXT NOT NULL,"
            + " day TEXT NOT NULL, count INTEGER NOT NULL)");
    db.execSQL("CREATE INDEX sighting_by_name ON sighting (bird, day)");
    SQLiteStatement insert =
        db.compileStatement("INSERT INTO sighting (bird, place, day, count) VALUES (?, ?, ?, ?)");
    try {
      List<Species> all = Species.all(resources);
      for (int i = 0; i < all.size(); i++) {
        Species species = all.get(i);
        insert.bindString(1, species.name);
        insert.bindString(2, PLACES[i % PLACES.length]);
        insert.bindString(3, day(2025, 1 + i % 12, 1 + i * 7 % 28));
        insert.bindLong(4, Math.max(1, species.counts[i % species.counts.length]));
        insert.executeInsert();
      }
    } finally {
      insert.close();
    }
  }

  @Override
  public void onUpgrade(SQLiteDatabase db, int from, int to) {
    throw new IllegalStateException("there is no version before " + VERSION);
  }

  static String day(int year, int month, int day) {
    return year + (month < 10 ? "-0" : "-") + month + (day < 10 ? "-0" : "-") + day;
  }

  List<Sighting> all(String order) {
    return query(null, order);
  }

  Sighting find(long id) {
    return query("id = " + id, null).get(0);
  }

  private List<Sighting> query(String where, String order) {
    Cursor cursor =
        getReadableDatabase().query("sighting", COLUMNS, where, null, null, null, order);
    try {
      List<Sighting> found = new ArrayList<>(cursor.getCount());
      while (cursor.moveToNext()) {
        found.add(
            new Sighting(
                cursor.getLong(0),
                cursor.getString(1),
                cursor.getString(2),
                cursor.getString(3),
                cursor.getInt(4)));
      }
      return found;
    } finally {
      cursor.close();
    }
  }

  void save(Sighting sighting) {
    ContentValues values = new ContentValues();
    values.put("bird", sighting.bird);
    values.put("place", sighting.place);
    values.put("day", sighting.day);
    values.put("count", sighting.count);
    if (sighting.id == Sighting.NEW) {
      getWritableDatabase().insertOrThrow("sighting", null, values);
    } else {
      getWritableDatabase().update("sighting", values, "id = " + sighting.id, null);
    }
  }

  void delete(long id) {
    getWritableDatabase().delete("sighting", "id = " + id, null);
  }

  /** How many birds, then of how many species. */
  int[] totals() {
    Cursor cursor =
        getReadableDatabase()
            .rawQuery("SELECT SUM(count), COUNT(DISTINCT bird) FROM sighting", null);
    try {
      cursor.moveToFirst();
      return new int[] {cursor.getInt(0), cursor.getInt(1)};
    } finally {
      cursor.close();
    }
  }
}
