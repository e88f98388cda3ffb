package dev.dexscope.device.packages;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.ApkSignature;
import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.device.files.DeviceFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The installed packages: each in a folder of {@code /data/app}, its own files in one of {@code
 * /data/data}, its user's number in {@code /data/system/packages.list}.
 */
public final class PackageStore {
  private static final int FIRST_UID = 10_000;
  private static final int LAST_UID = 19_999;

  /** Names become folders: they must not lead elsewhere. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w*(\\.[A-Za-z]\\w*)*");

  private static final Pattern SPLIT = Pattern.compile("\\w[\\w.-]*");
  private static final int LONGEST_NAME = 223;
  private static final int MOST_SESSIONS = 64;
  private static final List<String> OWN_FOLDERS =
      List.of("files", "cache", "code_cache", "databases", "shared_prefs");

  private final DeviceFiles files;
  private final Path list;
  private final Map<String, InstalledPackage> all = new TreeMap<>();
  private final Map<Integer, InstallSession> sessions = new HashMap<>();
  private int lastSession = 1000;

  /** Finds the installed packages. Damaged ones are skipped. */
  public PackageStore(DeviceFiles files) throws IOException {
    this.files = files;
    list = files.host("/data/system/packages.list");
    if (!Files.exists(list)) {
      return;
    }
    for (String line : Files.readAllLines(list, StandardCharsets.UTF_8)) {
      String[] words = line.split(" ", -1);
      if (words.length >= 2 && isName(words[0]) && words[1].matches("1\\d{4}")) {
        InstalledPackage found = read(words[0], Integer.parseInt(words[1]));
        if (found != null) {
          all.put(found.name(), found);
        }
      }
    }
  }

  private @Nullable InstalledPackage read(String name, int uid) throws IOException {
    Path folder = folder(name);
    Path base = folder.resolve("base.apk");
    if (!Files.isRegularFile(base)) {
      return null;
    }
    List<Path> found = new ArrayList<>(List.of(base));
    for (Path each : DeviceFiles.children(folder)) {
      if (each.getFileName().toString().startsWith("split_")) {
        found.add(each);
      }
    }
    try (ZipArchive archive = ZipArchive.open(base)) {
      return new InstalledPackage(name, uid, found, Manifest.of(archive));
    } catch (FormatException e) {
      return null;
    }
  }

  private Path folder(String name) throws IOException {
    return files.host("/data/app/" + name);
  }

  private static boolean isName(String name) {
    return name.length() <= LONGEST_NAME && NAME.matcher(name).matches();
  }

  /** All by their names. */
  public synchronized List<InstalledPackage> all() {
    return List.copyOf(all.values());
  }

  /** The package of a name. */
  public synchronized Optional<InstalledPackage> find(String name) {
    return Optional.ofNullable(all.get(name));
  }

  /**
   * Begins to install what comes in several steps.
   *
   * @return the number of the session
   */
  public int begin(InstallOptions options) throws IOException {
    synchronized (this) {
      if (sessions.size() >= MOST_SESSIONS) {
        throw new InstallException(
            "INSTALL_FAILED_INTERNAL_ERROR", MOST_SESSIONS + " sessions are open");
      }
    }
    InstallSession session = open(options);
    synchronized (this) {
      sessions.put(++lastSession, session);
      return lastSession;
    }
  }

  /** A session that was begun. */
  public synchronized InstallSession session(int number) throws IOException {
    InstallSession session = sessions.get(number);
    if (session == null) {
      throw new InstallException("INSTALL_FAILED_INTERNAL_ERROR", "no session " + number);
    }
    return session;
  }

  /** Returns the session and removes it. */
  public synchronized InstallSession end(int number) throws IOException {
    InstallSession session = session(number);
    sessions.remove(number);
    return session;
  }

  /** Begins to install. */
  public InstallSession open(InstallOptions options) throws IOException {
    return new InstallSession(
        this, options, Files.createTempDirectory(files.host("/data/app"), "vmdl"));
  }

  /** The properties of one of the received packages. */
  private record Arrived(Path file, Manifest manifest, Set<String> signers) {
    String fileName() {
      return manifest.split().isEmpty() ? "base.apk" : "split_" + manifest.split() + ".apk";
    }
  }

  private static Arrived look(Path file) throws IOException {
    Manifest manifest;
    try (ZipArchive archive = ZipArchive.open(file)) {
      manifest = Manifest.of(archive);
    } catch (FormatException e) {
      throw new InstallException("INSTALL_PARSE_FAILED_NOT_APK", reason(e, file));
    }
    if (!isName(manifest.packageName())) {
      throw new InstallException(
          "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME", "'" + manifest.packageName() + "'");
    }
    if (!manifest.split().isEmpty() && !SPLIT.matcher(manifest.split()).matches()) {
      throw new InstallException(
          "INSTALL_PARSE_FAILED_BAD_MANIFEST", "split '" + manifest.split() + "'");
    }
    ApkSignature signature = ApkSignature.of(file, manifest.minSdk());
    if (!signature.isGood()) {
      throw new InstallException(
          "INSTALL_PARSE_FAILED_NO_CERTIFICATES", String.join("; ", signature.faults()));
    }
    return new Arrived(file, manifest, signature.signers());
  }

  private static String reason(FormatException e, Path file) {
    return (e.getMessage() + "").replace(file.toString(), "the package");
  }

  /** A package that may be installed. */
  private record Accepted(String name, List<Arrived> set) {}

  /** Installs all of the sessions, or none if one is refused. */
  synchronized List<InstalledPackage> install(List<InstallSession> sessions) throws IOException {
    List<Accepted> accepted = new ArrayList<>();
    for (InstallSession each : sessions) {
      accepted.add(accept(each.arrived(), each.options()));
    }
    List<InstalledPackage> installed = new ArrayList<>();
    for (Accepted each : accepted) {
      installed.add(install(each));
    }
    return installed;
  }

  private Accepted accept(List<Path> arrived, InstallOptions options) throws IOException {
    List<Arrived> set = new ArrayList<>();
    for (Path each : arrived) {
      set.add(look(each));
    }
    Arrived base = base(set);
    String name = base.manifest.packageName();
    check(base, set, all.get(name), options);
    return new Accepted(name, set);
  }

  private InstalledPackage install(Accepted accepted) throws IOException {
    String name = accepted.name();
    InstalledPackage before = all.get(name);
    replaceCode(name, accepted.set());
    InstalledPackage installed = read(name, before == null ? freeUid() : before.uid());
    if (installed == null) {
      throw new InstallException("INSTALL_FAILED_INVALID_APK", "it cannot be read any more");
    }
    for (String each : OWN_FOLDERS) {
      Files.createDirectories(files.host(installed.dataFolder() + "/" + each));
    }
    Files.createDirectories(files.host("/sdcard/Android/data/" + name + "/files"));
    all.put(name, installed);
    writeList();
    return installed;
  }

  private static Arrived base(List<Arrived> set) throws IOException {
    Arrived base = null;
    Set<String> names = new HashSet<>();
    for (Arrived each : set) {
      if (!names.add(each.fileName())) {
        throw new InstallException(
            "INSTALL_FAILED_INVALID_APK", each.fileName() + " is duplicated");
      }
      if (each.manifest.split().isEmpty()) {
        base = each;
      }
    }
    if (base == null) {
      throw new InstallException(
          set.isEmpty() ? "INSTALL_FAILED_INVALID_APK" : "INSTALL_FAILED_MISSING_SPLIT",
          "no base package among " + set.size());
    }
    for (Arrived each : set) {
      if (!each.manifest.packageName().equals(base.manifest.packageName())) {
        throw new InstallException(
            "INSTALL_FAILED_INVALID_APK",
            each.manifest.packageName() + " is not " + base.manifest.packageName());
      }
      if (!each.signers.equals(base.signers)) {
        throw new InstallException(
            "INSTALL_FAILED_INVALID_APK", each.fileName() + " has another signer than the base");
      }
    }
    return base;
  }

  private static void check(
      Arrived base, List<Arrived> set, @Nullable InstalledPackage before, InstallOptions options)
      throws IOException {
    if (base.manifest.isTestOnly() && !options.allowsTests()) {
      throw new InstallException("INSTALL_FAILED_TEST_ONLY", "adb install -t takes it");
    }
    if (base.manifest.isSplitRequired() && set.size() == 1) {
      throw new InstallException(
          "INSTALL_FAILED_MISSING_SPLIT", "install it with its splits: adb install-multiple");
    }
    if (before == null) {
      return;
    }
    if (!options.replaces()) {
      throw new InstallException("INSTALL_FAILED_ALREADY_EXISTS", before.name());
    }
    Path old = before.files().getFirst();
    if (!ApkSignature.of(old, before.manifest().minSdk()).signers().equals(base.signers)) {
      throw new InstallException(
          "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
          before.name() + " is there with another signer; uninstall it first");
    }
    if (base.manifest.versionCode() < before.manifest().versionCode()
        && !options.allowsDowngrade()) {
      throw new InstallException(
          "INSTALL_FAILED_VERSION_DOWNGRADE",
          base.manifest.versionCode() + " after " + before.manifest().versionCode());
    }
  }

  /** A process that has the old files open keeps them. */
  private void replaceCode(String name, List<Arrived> set) throws IOException {
    Path made = Files.createTempDirectory(files.host("/data/app"), "vmdl");
    try {
      Path fresh = Files.createDirectory(made.resolve("new"));
      for (Arrived each : set) {
        Files.move(each.file, fresh.resolve(each.fileName()));
      }
      Path folder = folder(name);
      if (Files.exists(folder)) {
        Files.move(folder, made.resolve("old"));
      }
      Files.move(fresh, folder);
    } finally {
      OutputFolder.delete(made);
    }
  }

  private int freeUid() throws IOException {
    Set<Integer> taken = new HashSet<>();
    all.values().forEach(each -> taken.add(each.uid()));
    int uid = FIRST_UID;
    while (taken.contains(uid)) {
      uid++;
    }
    if (uid > LAST_UID) {
      throw new InstallException("INSTALL_FAILED_INSUFFICIENT_STORAGE", "no user id is free");
    }
    return uid;
  }

  /**
   * Removes a package.
   *
   * @param keepsData whether its own files stay
   * @return whether it was there
   */
  public synchronized boolean uninstall(String name, boolean keepsData) throws IOException {
    InstalledPackage gone = all.remove(name);
    if (gone == null) {
      return false;
    }
    writeList();
    OutputFolder.delete(folder(name));
    if (!keepsData) {
      clear(gone);
    }
    return true;
  }

  /** Removes a package's own files. */
  public void clear(InstalledPackage cleared) throws IOException {
    OutputFolder.delete(files.host(cleared.dataFolder()));
    OutputFolder.delete(files.host("/sdcard/Android/data/" + cleared.name()));
    if (find(cleared.name()).isPresent()) {
      for (String each : OWN_FOLDERS) {
        Files.createDirectories(files.host(cleared.dataFolder() + "/" + each));
      }
    }
  }

  private void writeList() throws IOException {
    var text = new StringBuilder();
    for (InstalledPackage each : all.values()) {
      int debuggable = each.manifest().isDebuggable() ? 1 : 0;
      text.append(each.name()).append(' ').append(each.uid()).append(' ').append(debuggable);
      text.append(' ').append(each.dataFolder()).append('\n');
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    OutputFile.write(list, out -> out.write(bytes));
  }
}
