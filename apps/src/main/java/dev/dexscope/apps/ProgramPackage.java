package dev.dexscope.apps;

import dev.dexscope.apk.xml.AndroidAttribute;
import dev.dexscope.apk.xml.Element;
import dev.dexscope.apk.xml.Value;
import dev.dexscope.apk.xml.XmlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The package of a program that is no app: what the framework's services know it by. It has no code
 * and no activity, and the permissions for which nobody has to be asked.
 */
public final class ProgramPackage {
  /** Its name. */
  public static final String NAME = "dev.dexscope.program";

  private static final List<String> PERMISSIONS =
      List.of("INTERNET", "ACCESS_NETWORK_STATE", "WAKE_LOCK", "VIBRATE");

  private ProgramPackage() {}

  /**
   * Writes it.
   *
   * @param folder where
   * @param level the API level of the framework
   * @return the file
   * @throws IOException if an I/O error occurs
   */
  public static Path write(Path folder, int level) throws IOException {
    Path file = folder.resolve("program.apk");
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("AndroidManifest.xml"));
      zip.write(manifest(level));
      zip.closeEntry();
    }
    return file;
  }

  private static byte[] manifest(int level) {
    XmlDocument document = XmlDocument.create("manifest");
    document.set(document.find("manifest").orElseThrow(), "package", NAME);
    Element sdk = document.add(document.find("manifest").orElseThrow(), "uses-sdk");
    document.set(sdk, AndroidAttribute.MIN_SDK_VERSION, Value.integer(level));
    document.set(sdk, AndroidAttribute.TARGET_SDK_VERSION, Value.integer(level));
    for (String each : PERMISSIONS) {
      Element permission = document.add(document.find("manifest").orElseThrow(), "uses-permission");
      document.set(permission, AndroidAttribute.NAME, "android.permission." + each);
    }
    Element application = document.add(document.find("manifest").orElseThrow(), "application");
    document.set(application, AndroidAttribute.DEBUGGABLE, Value.bool(true));
    return document.write();
  }
}
