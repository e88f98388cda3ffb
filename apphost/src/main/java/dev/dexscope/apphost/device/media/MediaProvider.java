package dev.dexscope.apphost.device.media;

import android.content.ContentProvider;
import android.content.ContentUris;
import android.content.ContentValues;
import android.content.Context;
import android.content.UriMatcher;
import android.database.Cursor;
import android.database.DatabaseUtils;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteException;
import android.database.sqlite.SQLiteQueryBuilder;
import android.net.Uri;
import android.os.Environment;
import android.os.ParcelFileDescriptor;
import dev.dexscope.apphost.device.phone.Phone;
import java.io.File;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The system's provider of pictures, videos, sounds and downloads: the files of the shared storage,
 * and those that the app adds. It knows the app's own files, and those that were there at its first
 * use; what else it would read in them (sizes of pictures, titles of songs) it does not.
 */
public final class MediaProvider extends ContentProvider {
  private static final String AUTHORITY = "media";
  private static final String TABLE = "files";

  /** How deep folders are looked through, and how many files are taken. */
  private static final int DEPTH = 6;

  private static final int MOST = 1000;

  /** {@code MediaStore.Files.FileColumns.MEDIA_TYPE_...}, with the folder for files of a kind. */
  private enum Type {
    NONE(0, "Download", "application/octet-stream"),
    IMAGE(1, "Pictures", "image/jpeg"),
    AUDIO(2, "Music", "audio/mpeg"),
    VIDEO(3, "Movies", "video/mp4");

    private final int number;
    private final String folder;
    private final String mime;

    Type(int number, String folder, String mime) {
      this.number = number;
      this.folder = folder;
      this.mime = mime;
    }

    private static Type of(String mime) {
      for (Type each : values()) {
        if (mime.startsWith(each.mime.substring(0, each.mime.indexOf('/') + 1))) {
          return each;
        }
      }
      return NONE;
    }
  }

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("bmp", "image/bmp"),
          Map.entry("gif", "image/gif"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("png", "image/png"),
          Map.entry("webp", "image/webp"),
          Map.entry("aac", "audio/aac"),
          Map.entry("flac", "audio/flac"),
          Map.entry("m4a", "audio/mp4"),
          Map.entry("mp3", "audio/mpeg"),
          Map.entry("ogg", "audio/ogg"),
          Map.entry("wav", "audio/x-wav"),
          Map.entry("3gp", "video/3gpp"),
          Map.entry("mkv", "video/x-matroska"),
          Map.entry("mp4", "video/mp4"),
          Map.entry("webm", "video/webm"));

  /** Those of {@code MediaStore} that programs look up. */
  private static final List<String> COLUMNS =
      List.of(
          "_data TEXT",
          "_display_name TEXT",
          "_size INTEGER",
          "album TEXT",
          "album_id INTEGER",
          "album_artist TEXT",
          "artist TEXT",
          "artist_id INTEGER",
          "bucket_display_name TEXT",
          "bucket_id INTEGER",
          "composer TEXT",
          "date_added INTEGER",
          "date_expires INTEGER",
          "date_modified INTEGER",
          "datetaken INTEGER",
          "description TEXT",
          "duration INTEGER",
          "genre TEXT",
          "height INTEGER",
          "is_alarm INTEGER DEFAULT 0",
          "is_download INTEGER DEFAULT 0",
          "is_favorite INTEGER DEFAULT 0",
          "is_music INTEGER DEFAULT 1",
          "is_notification INTEGER DEFAULT 0",
          "is_pending INTEGER DEFAULT 0",
          "is_podcast INTEGER DEFAULT 0",
          "is_ringtone INTEGER DEFAULT 0",
          "is_trashed INTEGER DEFAULT 0",
          "isprivate INTEGER",
          "latitude REAL",
          "longitude REAL",
          "media_type INTEGER",
          "mime_type TEXT",
          "mini_thumb_magic INTEGER",
          "orientation INTEGER DEFAULT 0",
          "owner_package_name TEXT",
          "parent INTEGER",
          "picasa_id TEXT",
          "relative_path TEXT",
          "resolution TEXT",
          "tags TEXT",
          "title TEXT",
          "track INTEGER",
          "volume_name TEXT DEFAULT 'external_primary'",
          "width INTEGER",
          "year INTEGER");

  private static final int ALL = 1;
  private static final int ONE = 2;
  private static final UriMatcher PLACES = places();

  private @Nullable SQLiteDatabase database;

  private static UriMatcher places() {
    var places = new UriMatcher(UriMatcher.NO_MATCH);
    for (String each : List.of("images/media", "audio/media", "video/media", "file", "downloads")) {
      places.addURI(AUTHORITY, "*/" + each, ALL);
      places.addURI(AUTHORITY, "*/" + each + "/#", ONE);
    }
    return places;
  }

  /** Registers it. */
  public static void register(Context context) {
    EmptyProvider.register(AUTHORITY, new MediaProvider(), context);
  }

  @Override
  public boolean onCreate() {
    return true;
  }

  private static File card() {
    return Environment.getExternalStorageDirectory();
  }

  /** The files as rows, from the first use on. */
  private synchronized SQLiteDatabase database() {
    SQLiteDatabase made = database;
    if (made == null) {
      made = SQLiteDatabase.create(null);
      made.execSQL(
          "CREATE TABLE files (_id INTEGER PRIMARY KEY AUTOINCREMENT, "
              + String.join(", ", COLUMNS)
              + ")");
      addFiles(made, card(), 0, MOST);
      database = made;
    }
    return made;
  }

  /** Returns how many more can be added. */
  private static int addFiles(SQLiteDatabase to, File folder, int depth, int most) {
    File[] files = folder.listFiles();
    if (files == null || depth > DEPTH) {
      return most;
    }
    int left = most;
    for (File each : files) {
      // The folders of apps are not scanned.
      if (each.isDirectory() && !(depth == 0 && each.getName().equals("Android"))) {
        left = addFiles(to, each, depth + 1, left);
      } else if (each.isFile() && left > 0) {
        left--;
        var values = new ContentValues();
        values.put("_data", each.getPath());
        values.put("mime_type", mime(each.getName(), Type.NONE));
        to.insert(TABLE, null, completed(values, each));
      }
    }
    return left;
  }

  private static String mime(String name, Type kind) {
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(extension, kind.mime);
  }

  /** Adds what the system adds. */
  private static ContentValues completed(ContentValues values, File file) {
    String name = file.getName();
    int point = name.lastIndexOf('.');
    String folder = String.valueOf(file.getParent());
    values.put("_data", file.getPath());
    values.put("_display_name", name);
    if (!values.containsKey("title")) {
      values.put("title", point < 0 ? name : name.substring(0, point));
    }
    String path =
        folder.startsWith(card().getPath()) ? folder.substring(card().getPath().length()) : folder;
    values.put("relative_path", path.replaceFirst("^/", "") + "/");
    values.put("bucket_display_name", new File(folder).getName());
    values.put("bucket_id", folder.toLowerCase(Locale.ROOT).hashCode());
    values.put("media_type", Type.of(values.getAsString("mime_type")).number);
    values.put("is_download", values.getAsString("relative_path").startsWith("Download/"));
    long time = (file.exists() ? file.lastModified() : System.currentTimeMillis()) / 1000;
    values.put("date_added", time);
    values.put("date_modified", time);
    return values;
  }

  /** Returns the type that an address is of; null for all files. */
  private static @Nullable Type type(Uri uri) {
    return switch (uri.getPathSegments().size() < 2 ? "" : uri.getPathSegments().get(1)) {
      case "images" -> Type.IMAGE;
      case "audio" -> Type.AUDIO;
      case "video" -> Type.VIDEO;
      default -> null;
    };
  }

  /** Which rows an address has; those of albums, artists and thumbnails are none. */
  private static String rows(Uri uri) {
    int place = PLACES.match(uri);
    if (place == UriMatcher.NO_MATCH) {
      return "0";
    }
    Type type = type(uri);
    String rows = type == null ? "1" : "media_type = " + type.number;
    if (uri.getPathSegments().contains("downloads")) {
      rows = "is_download = 1";
    }
    return place == ONE ? rows + " AND _id = " + ContentUris.parseId(uri) : rows;
  }

  private static String where(Uri uri, @Nullable String selection) {
    String rows = "(" + rows(uri) + ")";
    return selection == null || selection.isEmpty() ? rows : rows + " AND (" + selection + ")";
  }

  @Override
  public @Nullable Cursor query(
      Uri uri,
      String @Nullable [] columns,
      @Nullable String selection,
      String @Nullable [] arguments,
      @Nullable String order) {
    var query = new SQLiteQueryBuilder();
    query.setTables(TABLE);
    query.appendWhere(rows(uri));
    measure();
    try {
      Cursor rows = query.query(database(), columns, selection, arguments, null, null, order);
      rows.getCount();
      return rows;
    } catch (SQLiteException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Notes the sizes of files that were written since. */
  private void measure() {
    try (Cursor rows =
        database()
            .query(TABLE, new String[] {"_id", "_data", "_size"}, null, null, null, null, null)) {
      while (rows.moveToNext()) {
        long length = new File(rows.getString(1)).length();
        if (length != rows.getLong(2)) {
          var values = new ContentValues();
          values.put("_size", length);
          database().update(TABLE, values, "_id = " + rows.getLong(0), null);
        }
      }
    }
  }

  @Override
  public @Nullable String getType(Uri uri) {
    if (PLACES.match(uri) == ONE) {
      return column(uri, "mime_type");
    }
    Type type = type(uri);
    return type == null ? null : "vnd.android.cursor.dir/" + type.name().toLowerCase(Locale.ROOT);
  }

  private @Nullable String column(Uri uri, String name) {
    try (Cursor row =
        database().query(TABLE, new String[] {name}, rows(uri), null, null, null, null)) {
      return row.moveToFirst() ? row.getString(0) : null;
    }
  }

  @Override
  public @Nullable Uri insert(Uri uri, @Nullable ContentValues given) {
    if (PLACES.match(uri) != ALL) {
      return null;
    }
    var values = given == null ? new ContentValues() : new ContentValues(given);
    Type type = Objects.requireNonNullElse(type(uri), Type.NONE);
    String data = values.getAsString("_data");
    String name = values.getAsString("_display_name");
    if (name == null) {
      name = data == null ? String.valueOf(System.currentTimeMillis()) : new File(data).getName();
    }
    if (values.getAsString("mime_type") == null) {
      values.put("mime_type", mime(name, type));
    }
    File file = data == null ? free(folder(values, type), named(name, values)) : new File(data);
    values.put("owner_package_name", Phone.current().packageName());
    long id = database().insert(TABLE, null, completed(values, file));
    return id < 0 ? null : ContentUris.withAppendedId(uri, id);
  }

  private static File folder(ContentValues values, Type type) {
    String path = values.getAsString("relative_path");
    return new File(card(), path == null ? type.folder : path);
  }

  /** Returns a name with the extension of its type. */
  private static String named(String name, ContentValues values) {
    String mime = values.getAsString("mime_type");
    if (name.indexOf('.') >= 0) {
      return name;
    }
    return TYPES.entrySet().stream()
        .filter(each -> each.getValue().equals(mime))
        .map(Map.Entry::getKey)
        .sorted()
        .reduce((first, last) -> last)
        .map(extension -> name + "." + extension)
        .orElse(name);
  }

  private File free(File folder, String name) {
    int point = name.lastIndexOf('.');
    String stem = point < 0 ? name : name.substring(0, point);
    File file = new File(folder, name);
    for (int i = 1; isTaken(file); i++) {
      file = new File(folder, stem + " (" + i + ")" + (point < 0 ? "" : name.substring(point)));
    }
    return file;
  }

  private boolean isTaken(File file) {
    return file.exists()
        || DatabaseUtils.longForQuery(
                database(),
                "SELECT COUNT(*) FROM files WHERE _data = ?",
                new String[] {file.getPath()})
            > 0;
  }

  @Override
  public int delete(Uri uri, @Nullable String selection, String @Nullable [] arguments) {
    String where = where(uri, selection);
    try (Cursor rows =
        database().query(TABLE, new String[] {"_data"}, where, arguments, null, null, null)) {
      while (rows.moveToNext()) {
        new File(rows.getString(0)).delete();
      }
    }
    return database().delete(TABLE, where, arguments);
  }

  @Override
  public int update(
      Uri uri,
      @Nullable ContentValues values,
      @Nullable String selection,
      String @Nullable [] arguments) {
    return database().update(TABLE, values, where(uri, selection), arguments);
  }

  @Override
  public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
    String path = PLACES.match(uri) == ONE ? column(uri, "_data") : null;
    if (path == null) {
      throw new FileNotFoundException("No item at " + uri);
    }
    File file = new File(path);
    if (mode.indexOf('w') >= 0 && file.getParentFile() != null) {
      file.getParentFile().mkdirs();
    }
    return ParcelFileDescriptor.open(file, mode(mode));
  }

  /** As {@code ParcelFileDescriptor.parseMode} of level 19. */
  private static int mode(String mode) {
    int create = ParcelFileDescriptor.MODE_CREATE;
    return switch (mode) {
      case "r" -> ParcelFileDescriptor.MODE_READ_ONLY;
      case "wa" -> ParcelFileDescriptor.MODE_WRITE_ONLY | create | ParcelFileDescriptor.MODE_APPEND;
      case "rw" -> ParcelFileDescriptor.MODE_READ_WRITE | create;
      case "rwt" ->
          ParcelFileDescriptor.MODE_READ_WRITE | create | ParcelFileDescriptor.MODE_TRUNCATE;
      default -> ParcelFileDescriptor.MODE_WRITE_ONLY | create | ParcelFileDescriptor.MODE_TRUNCATE;
    };
  }
}
