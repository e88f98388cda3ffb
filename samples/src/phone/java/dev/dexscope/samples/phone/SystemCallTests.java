package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.content.Context;
import android.os.Build;
import android.os.Process;
import android.os.StatFs;
import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;
import android.system.StructStat;
import android.system.StructUtsname;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** The calls of the system below Java, and the phone's own programs. */
final class SystemCallTests {
  private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);

  private final PhoneTests tests;
  private final Context app;

  SystemCallTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("filesAreOpenedAndRead", this::filesAreOpenedAndRead);
    tests.test("filesHaveAStatus", this::filesHaveAStatus);
    tests.test("foldersAndLinksAreMade", this::foldersAndLinksAreMade);
    tests.test("callsFailWithTheirErrors", this::callsFailWithTheirErrors);
    tests.test("pipesCarryBytes", this::pipesCarryBytes);
    tests.test("theSystemIsALinux", this::theSystemIsALinux);
    tests.test("theProcessIsTheAppsOwn", this::theProcessIsTheAppsOwn);
    if (new File("/data/data").isDirectory()) {
      tests.test("propertiesArePrinted", this::propertiesArePrinted);
      tests.test("theLogIsPrinted", this::theLogIsPrinted);
    }
  }

  private String path(String name) {
    return new File(app.getFilesDir(), name).getPath();
  }

  private void filesAreOpenedAndRead() throws Exception {
    String path = path("opened");
    int flags = OsConstants.O_RDWR | OsConstants.O_CREAT | OsConstants.O_TRUNC;
    FileDescriptor file = Os.open(path, flags, OsConstants.S_IRUSR | OsConstants.S_IWUSR);
    same(Os.write(file, HELLO, 0, 5), 5);
    same(Os.lseek(file, 1, OsConstants.SEEK_SET), 1L);
    byte[] read = new byte[8];
    same(Os.read(file, read, 2, 6), 4);
    same(new String(read, 2, 4, StandardCharsets.US_ASCII), "ello");
    same(Os.read(file, read, 0, 8), 0);
    same(Os.pread(file, read, 0, 2, 3), 2);
    same((char) read[0], 'l');
    Os.ftruncate(file, 2);
    Os.fsync(file);
    same(Os.fstat(file).st_size, 2L);
    same(Os.lseek(file, 0, OsConstants.SEEK_CUR), 5L);
    FileDescriptor second = Os.dup(file);
    Os.close(file);
    check(!file.valid(), "it is closed");
    Os.lseek(second, 0, OsConstants.SEEK_SET);
    // Closes the descriptor.
    try (FileInputStream in = new FileInputStream(second)) {
      same(in.read(), (int) 'h');
    }
    try (FileOutputStream out = new FileOutputStream(path)) {
      out.write(HELLO);
      same(Os.fstat(out.getFD()).st_size, 5L);
    }
  }

  private void filesHaveAStatus() throws Exception {
    File file = new File(path("status"));
    try (FileOutputStream out = new FileOutputStream(file)) {
      out.write(HELLO);
    }
    StructStat status = Os.stat(file.getPath());
    same(status.st_size, 5L);
    same(status.st_mtime, file.lastModified() / 1000);
    check(OsConstants.S_ISREG(status.st_mode), "it is a file");
    same(status.st_uid, Process.myUid());
    Os.chmod(file.getPath(), OsConstants.S_IRUSR);
    same(Os.stat(file.getPath()).st_mode & 0777, OsConstants.S_IRUSR);
    check(OsConstants.S_ISDIR(Os.stat(app.getFilesDir().getPath()).st_mode), "a folder");
    check(Os.access(file.getPath(), OsConstants.R_OK), "it can be read");
    check(file.delete(), "it is deleted");
  }

  private void foldersAndLinksAreMade() throws Exception {
    String folder = path("made");
    Os.mkdir(folder, 0700);
    check(new File(folder).isDirectory(), "it is there");
    Os.symlink("made", path("link"));
    same(Os.readlink(path("link")), "made");
    check(OsConstants.S_ISLNK(Os.lstat(path("link")).st_mode), "a link");
    check(OsConstants.S_ISDIR(Os.stat(path("link")).st_mode), "of a folder");
    Os.remove(path("link"));
    Os.rename(folder, path("renamed"));
    check(!new File(folder).exists() && new File(path("renamed")).exists(), "renamed");
    Os.remove(path("renamed"));
    check(!new File(path("renamed")).exists(), "removed");
  }

  private static void fails(int errno, Callable<?> what) throws Exception {
    try {
      what.call();
    } catch (ErrnoException e) {
      same(OsConstants.errnoName(e.errno), OsConstants.errnoName(errno));
      return;
    }
    throw new AssertionError("no " + OsConstants.errnoName(errno));
  }

  private void callsFailWithTheirErrors() throws Exception {
    fails(OsConstants.ENOENT, () -> Os.stat(path("none")));
    fails(OsConstants.ENOENT, () -> Os.open(path("none"), OsConstants.O_RDONLY, 0));
    String here = app.getFilesDir().getPath();
    fails(OsConstants.EEXIST, () -> Os.open(here, OsConstants.O_CREAT | OsConstants.O_EXCL, 0));
    FileDescriptor closed = new FileDescriptor();
    fails(OsConstants.EBADF, () -> Os.read(closed, new byte[1], 0, 1));
    try {
      Os.remove(path("none"));
      throw new AssertionError("removed");
    } catch (ErrnoException e) {
      same(e.getMessage(), "remove failed: ENOENT (No such file or directory)");
    }
  }

  private void pipesCarryBytes() throws Exception {
    FileDescriptor[] pipe = Os.pipe();
    same(Os.write(pipe[1], HELLO, 0, 5), 5);
    byte[] read = new byte[5];
    same(Os.read(pipe[0], read, 0, 5), 5);
    check(Arrays.equals(read, HELLO), "the same bytes");
    Os.close(pipe[1]);
    same(Os.read(pipe[0], read, 0, 5), 0);
    Os.close(pipe[0]);
  }

  private void theSystemIsALinux() {
    StructUtsname name = Os.uname();
    same(name.sysname, "Linux");
    check(!name.machine.isEmpty(), "a processor");
    same(Os.sysconf(OsConstants._SC_PAGESIZE), 4096L);
    check(Os.sysconf(OsConstants._SC_NPROCESSORS_CONF) > 0, "processors");
    same(Os.sysconf(OsConstants._SC_CLK_TCK), 100L);
    same(Os.strerror(OsConstants.EACCES), "Permission denied");
  }

  @SuppressWarnings("deprecation") // What level 16 has.
  private void theProcessIsTheAppsOwn() throws Exception {
    same(Os.getpid(), Process.myPid());
    same(Os.getuid(), Process.myUid());
    Os.setenv("DEXSCOPE_TEST", "on", true);
    same(Os.getenv("DEXSCOPE_TEST"), "on");
    same(Os.getenv("DEXSCOPE_NONE"), null);
    StatFs space = new StatFs(app.getFilesDir().getPath());
    same(Os.statvfs(app.getFilesDir().getPath()).f_blocks, (long) space.getBlockCount());
  }

  private static String run(String... command) throws Exception {
    java.lang.Process process = Runtime.getRuntime().exec(command);
    process.getOutputStream().close();
    StringBuilder all = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        all.append(line).append('\n');
      }
    }
    same(process.waitFor(), 0);
    return all.toString();
  }

  private void propertiesArePrinted() throws Exception {
    same(run("getprop", "ro.build.version.sdk"), PhoneTests.level() + "\n");
    same(run("/system/bin/getprop", "ro.product.model"), Build.MODEL + "\n");
    same(run("getprop", "ro.some.other"), "\n");
    same(run("getprop", "ro.some.other", "default"), "default\n");
    String all = run("getprop");
    check(all.contains("[ro.product.manufacturer]: [" + Build.MANUFACTURER + "]\n"), all);
    Class<?> type = Class.forName("android.os.SystemProperties");
    same(PhoneTests.call(type, "get", "ro.build.type"), "user");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new FileInputStream("/system/build.prop"), StandardCharsets.UTF_8))) {
      boolean found = false;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        found |= line.equals("ro.build.version.release=" + Build.VERSION.RELEASE);
      }
      check(found, "the version");
    }
  }

  private void theLogIsPrinted() throws Exception {
    check(run("logcat", "-d").startsWith("--------- beginning of main\n"), "it begins");
    same(run("logcat", "-c"), "");
  }
}
