package dev.dexscope.apphost.device.system;

import android.content.pm.PermissionInfo;
import android.content.res.Resources;
import android.content.res.XmlResourceParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;

/** The manifest of the framework itself. */
public final class SystemManifest {
  private static final String ANDROID = "http://schemas.android.com/apk/res/android";

  /** Read when it is needed, which is rare. */
  private static final Set<String> PROTECTED = new HashSet<>();

  private static final Map<String, PermissionInfo> PERMISSIONS = new HashMap<>();

  static {
    read();
  }

  private SystemManifest() {}

  /** Returns whether only the system sends such broadcasts. */
  public static boolean isProtected(String action) {
    return PROTECTED.contains(action);
  }

  /** Returns a permission of the platform's; null if it has none of that name. */
  public static @Nullable PermissionInfo permission(String name) {
    return PERMISSIONS.get(name);
  }

  private static void read() {
    XmlResourceParser parser = null;
    try {
      parser = Resources.getSystem().getAssets().openXmlResourceParser("AndroidManifest.xml");
      for (int event = parser.next(); event != XmlPullParser.END_DOCUMENT; event = parser.next()) {
        if (event == XmlPullParser.START_TAG && "protected-broadcast".equals(parser.getName())) {
          PROTECTED.add(parser.getAttributeValue(ANDROID, "name"));
        } else if (event == XmlPullParser.START_TAG && "permission".equals(parser.getName())) {
          PermissionInfo permission = permission(parser);
          PERMISSIONS.put(permission.name, permission);
        }
      }
    } catch (IOException | XmlPullParserException e) {
      throw new IllegalStateException(e);
    } finally {
      if (parser != null) {
        parser.close();
      }
    }
  }

  private static PermissionInfo permission(XmlResourceParser parser) {
    var permission = new PermissionInfo();
    permission.name = parser.getAttributeValue(ANDROID, "name");
    permission.packageName = "android";
    permission.group = parser.getAttributeValue(ANDROID, "permissionGroup");
    permission.protectionLevel =
        parser.getAttributeIntValue(ANDROID, "protectionLevel", PermissionInfo.PROTECTION_NORMAL);
    permission.labelRes = parser.getAttributeResourceValue(ANDROID, "label", 0);
    permission.descriptionRes = parser.getAttributeResourceValue(ANDROID, "description", 0);
    return permission;
  }
}
