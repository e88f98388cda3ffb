package dev.dexscope.apphost.device;

import android.content.res.Resources;
import android.content.res.XmlResourceParser;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;

/** The manifest of the framework itself. */
final class SystemManifest {
  private static final String ANDROID = "http://schemas.android.com/apk/res/android";

  /** Read when it is needed, which is rare. */
  private static final Set<String> PROTECTED = readProtected();

  private SystemManifest() {}

  /** Returns whether only the system sends such broadcasts. */
  static boolean isProtected(String action) {
    return PROTECTED.contains(action);
  }

  private static Set<String> readProtected() {
    var found = new HashSet<String>();
    XmlResourceParser parser = null;
    try {
      parser = Resources.getSystem().getAssets().openXmlResourceParser("AndroidManifest.xml");
      for (int event = parser.next(); event != XmlPullParser.END_DOCUMENT; event = parser.next()) {
        if (event == XmlPullParser.START_TAG && "protected-broadcast".equals(parser.getName())) {
          found.add(parser.getAttributeValue(ANDROID, "name"));
        }
      }
    } catch (IOException | XmlPullParserException e) {
      throw new IllegalStateException(e);
    } finally {
      if (parser != null) {
        parser.close();
      }
    }
    return found;
  }
}
