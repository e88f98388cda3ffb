package dev.dexscope.apphost.device;

import android.database.DatabaseErrorHandler;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteDatabase.CursorFactory;
import dev.dexscope.apphost.PhonePaths;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/** Databases that apps open by the path that they have on a phone. */
@Implements(SQLiteDatabase.class)
public class OwnDatabases {
  /** The framework's own method. */
  @ForType(SQLiteDatabase.class)
  interface Framework {
    /** Opens it. */
    @Direct
    @Static
    SQLiteDatabase openDatabase(
        String path,
        @Nullable CursorFactory factory,
        int flags,
        @Nullable DatabaseErrorHandler handler);
  }

  /** Of {@code SQLiteDatabase}. */
  @Implementation
  protected static SQLiteDatabase openDatabase(
      String path,
      @Nullable CursorFactory factory,
      int flags,
      @Nullable DatabaseErrorHandler handler) {
    return Reflector.reflector(Framework.class)
        .openDatabase(PhonePaths.local(path), factory, flags, handler);
  }
}
