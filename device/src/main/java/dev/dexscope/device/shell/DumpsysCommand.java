package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneScreen;
import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.process.AppReport;
import dev.dexscope.device.process.ProcessSize;
import dev.dexscope.device.process.ProcessTime;
import dev.dexscope.device.process.VmProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** {@code dumpsys}: the lines of Android 11 that clients read, about what the device has. */
final class DumpsysCommand {
  private static final Map<String, ShellCommand> SERVICES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("activity", DumpsysCommand::activity),
              Map.entry("battery", DumpsysCommand::battery),
              Map.entry("cpuinfo", DumpsysCommand::cpuinfo),
              Map.entry("diskstats", DumpsysCommand::diskstats),
              Map.entry("display", DumpsysCommand::display),
              Map.entry("gfxinfo", GfxInfoCommand::run),
              Map.entry("input", DumpsysCommand::input),
              Map.entry("input_method", DumpsysCommand::inputMethod),
              Map.entry("meminfo", DumpsysCommand::meminfo),
              Map.entry("package", PackageCommands::dump),
              Map.entry("power", DumpsysCommand::power),
              Map.entry("window", DumpsysCommand::window)));

  /** Of the bars, in points, as Android's own resources have it. */
  private static final int STATUS_HEIGHT = 24;

  private static final int KEYS_HEIGHT = 48;

  /** The density of a screen whose pixels are points. */
  private static final int PIXELS_OF_POINTS = 160;

  private DumpsysCommand() {}

  static int run(Call call) throws IOException {
    List<String> words = call.words();
    String what = words.isEmpty() ? "-l" : words.getFirst();
    if (what.equals("-l")) {
      call.out().println("Currently running services:");
      SERVICES.keySet().forEach(each -> call.out().println("  " + each));
      return 0;
    }
    ShellCommand service = SERVICES.get(what);
    if (service == null) {
      call.err().println("Can't find service: " + what);
      return 1;
    }
    return service.run(call.with("dumpsys", words.subList(1, words.size())));
  }

  /** {@code service list}, {@code service check NAME}. */
  static int service(Call call) {
    List<String> words = call.words();
    if (words.size() == 2 && words.getFirst().equals("check")) {
      boolean isThere = SERVICES.containsKey(words.get(1));
      call.out().println("Service " + words.get(1) + ": " + (isThere ? "found" : "not found"));
      return 0;
    }
    if (words.size() != 1 || !words.getFirst().equals("list")) {
      return call.fail("list, check NAME; no service is called by its transactions");
    }
    call.out().println("Found " + SERVICES.size() + " services:");
    int number = 0;
    for (String each : SERVICES.keySet()) {
      call.out().println(number++ + "\t" + each + ": []");
    }
    return 0;
  }

  private static PhoneScreen screen(Call call) {
    return call.shell().device().settings().screen();
  }

  private static String focus(Call call) throws IOException {
    return new Screen(call.shell().device()).focus();
  }

  private static String activityRecord(String focus) {
    return "ActivityRecord{0 u0 " + focus + " t1}";
  }

  private static int points(PhoneScreen screen, int count) {
    return count * screen.density() / PIXELS_OF_POINTS;
  }

  /** A bar of the system where it is on a phone that stands. */
  private static void bar(PrintStream out, String name, int width, int top, int bottom) {
    out.println("  Window #0 Window{0 u0 " + name + "}:");
    out.printf("    mFrame=[0,%d][%d,%d]%n", top, width, bottom);
    out.println("    mViewVisibility=0x0");
    out.println();
  }

  /** Its policy is that of a screen that is always on, without a lock. */
  private static int window(Call call) throws IOException {
    PrintStream out = call.out();
    PhoneScreen screen = screen(call);
    String size = screen.width() + "x" + screen.height();
    out.println("WINDOW MANAGER POLICY STATE (dumpsys window policy)");
    out.println("    mAwake=true mScreenOnEarly=true mScreenOnFully=true");
    out.println("    KeyguardServiceDelegate");
    out.println("      showing=false");
    out.println("      screenState=SCREEN_STATE_ON");
    out.println("    mShowingLockscreen=false mDreamingLockscreen=false");
    out.println("WINDOW MANAGER WINDOWS (dumpsys window windows)");
    int keys = screen.height() - points(screen, KEYS_HEIGHT);
    bar(out, "StatusBar", screen.width(), 0, points(screen, STATUS_HEIGHT));
    bar(out, "NavigationBar0", screen.width(), keys, screen.height());
    out.println("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)");
    out.println("  Display: mDisplayId=0");
    out.println("    init=" + size + " " + screen.density() + "dpi cur=" + size + " app=" + size);
    String focus = focus(call);
    if (focus.isEmpty()) {
      out.println("  mCurrentFocus=null");
      out.println("  mFocusedApp=null");
      return 0;
    }
    ComponentName top = ComponentName.parse(focus);
    out.println("  mCurrentFocus=Window{0 u0 " + top.packageName() + "/" + top.className() + "}");
    out.println("  mFocusedApp=" + activityRecord(focus));
    return 0;
  }

  private static int display(Call call) {
    PhoneScreen screen = screen(call);
    call.out().println("DISPLAY MANAGER (dumpsys display)");
    call.out()
        .printf(
            Locale.ROOT,
            "  mBaseDisplayInfo=DisplayInfo{\"Built-in Screen\", displayId 0, state ON, real %d x %d,"
                + " density %d (%d.0 x %d.0) dpi}%n",
            screen.width(),
            screen.height(),
            screen.density(),
            screen.density(),
            screen.density());
    call.out().println("  mScreenState=ON");
    return 0;
  }

  private static int input(Call call) {
    PhoneScreen screen = screen(call);
    call.out().println("INPUT MANAGER (dumpsys input)");
    call.out()
        .println(
            "    Viewport INTERNAL: displayId=0, orientation=0, deviceSize=["
                + screen.width()
                + ", "
                + screen.height()
                + "]");
    call.out().println("      SurfaceWidth: " + screen.width() + "px");
    call.out().println("      SurfaceHeight: " + screen.height() + "px");
    call.out().println("      SurfaceOrientation: 0");
    return 0;
  }

  private static int inputMethod(Call call) throws IOException {
    boolean isShown = new Screen(call.shell().device()).showsKeyboard();
    String id =
        call.shell()
            .device()
            .settings()
            .all(PhoneSettings.Table.SECURE)
            .getOrDefault("default_input_method", "null");
    call.out().println("Current Input Method Manager state:");
    call.out().println("  mCurMethodId=" + id);
    call.out()
        .printf("  mShowRequested=%1$b mShowExplicitlyRequested=false mInputShown=%1$b\n", isShown);
    call.out().println("  mSystemReady=true mInteractive=true");
    call.out().println("  mIsInputViewShown=" + isShown + " mStatusIcon=0");
    return 0;
  }

  /** The battery that apps find: full, and charged. */
  private static int battery(Call call) {
    call.out()
        .print(
            """
            Current Battery Service state:
              AC powered: true
              USB powered: false
              Wireless powered: false
              status: 5
              health: 2
              present: true
              level: 100
              scale: 100
              voltage: 4200
              temperature: 250
              technology: Li-ion
            """);
    return 0;
  }

  private static int power(Call call) {
    call.out()
        .print(
            """
            POWER MANAGER (dumpsys power)

            Power Manager State:
              mWakefulness=Awake
              mIsPowered=true
              mPlugType=1
              mBatteryLevel=100
              mHoldingDisplaySuspendBlocker=true

            Display Power: state=ON
            """);
    return 0;
  }

  /** Which apps run, and the activity on the screen. */
  private static int activity(Call call) throws IOException {
    List<String> words = call.words();
    if (!words.isEmpty() && words.getFirst().equals("services")) {
      services(call, words.size() > 1 ? words.get(1) : "");
      return 0;
    }
    String focus = focus(call);
    if (!focus.isEmpty()) {
      call.out().println("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)");
      call.out().println("Display #0 (activities from top to bottom):");
      call.out().println("    mResumedActivity: " + activityRecord(focus));
      call.out().println("  mFocusedApp=" + activityRecord(focus));
      call.out().println("  ResumedActivity: " + activityRecord(focus));
    }
    call.out().println("ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)");
    call.shell()
        .device()
        .processes()
        .apps()
        .forEach((app, request) ->
            call.out()
                .println(
                    "  *APP* UID "
                        + request.uid()
                        + " ProcessRecord{"
                        + app.pid()
                        + ":"
                        + app.name()
                        + "/"
                        + InstalledPackage.user(request.uid())
                        + "}"));
    return 0;
  }

  /**
   * Which services run.
   *
   * @param wanted the package, or what is in the component; empty for all
   */
  private static void services(Call call, String wanted) throws IOException {
    call.out().println("ACTIVITY MANAGER SERVICES (dumpsys activity services)");
    List<String> lines = new ArrayList<>();
    for (var each : call.shell().device().processes().apps().entrySet()) {
      VmProcess app = each.getKey();
      for (String line : new AppReport(app).lines(file -> "services:" + file)) {
        String component = line.substring(0, line.indexOf(' '));
        if (component.contains(wanted)) {
          lines.add("  * ServiceRecord{" + app.pid() + " u0 " + component + "}");
          lines.add("    packageName=" + each.getValue().packageName());
          lines.add("    processName=" + app.name());
          lines.add("    app=ProcessRecord{" + app.pid() + ":" + app.name() + "}");
          lines.add("    " + line.substring(component.length() + 1));
        }
      }
    }
    if (lines.isEmpty()) {
      lines.add("  (nothing)");
    } else {
      lines.addFirst("  User 0 active services:");
    }
    lines.forEach(call.out()::println);
  }

  /** The shares of processes since each began. */
  private static int cpuinfo(Call call) {
    call.out().println("CPU usage since each process began:");
    for (VmProcess each : call.shell().device().processes().all()) {
      ProcessTime time = ProcessTime.of(each.pid());
      call.out()
          .printf(
              Locale.ROOT,
              "  %s%% %d/%s: %s%% user + %s%% kernel%n",
              share(time.user() + time.system(), time.elapsed()),
              each.pid(),
              each.name(),
              share(time.user(), time.elapsed()),
              share(time.system(), time.elapsed()));
    }
    return 0;
  }

  private static String share(long part, long whole) {
    String text = String.format(Locale.ROOT, "%.1f", 100.0 * part / Math.max(1, whole));
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** All partitions are on the same disk of this machine. */
  private static int diskstats(Call call) throws IOException {
    FileStore disk = Files.getFileStore(call.shell().device().files().root());
    for (String each : List.of("Data", "Cache", "System")) {
      long free = disk.getUsableSpace();
      long total = disk.getTotalSpace();
      call.out()
          .printf(
              Locale.ROOT,
              "%s-Free: %dK / %dK total = %d%% free%n",
              each,
              free / 1024,
              total / 1024,
              100 * free / Math.max(1, total));
    }
    return 0;
  }

  private static int meminfo(Call call) {
    String wanted = call.words().isEmpty() ? "" : call.words().getLast();
    int found = 0;
    for (VmProcess each : call.shell().device().processes().all()) {
      if (!each.isNamed(wanted)) {
        continue;
      }
      found++;
      ProcessSize size = ProcessSize.of(each.pid());
      call.out()
          .printf(
              Locale.ROOT,
              "** MEMINFO in pid %d [%s] **%n"
                  + "                   Pss  Private   Shared      Rss%n"
                  + "                 Total    Dirty    Clean    Total%n"
                  + "                ------   ------   ------   ------%n"
                  + "        TOTAL %8d %8d %8d %8d%n%n",
              each.pid(),
              each.name(),
              size.proportional(),
              size.privateDirty(),
              size.sharedClean(),
              size.resident());
    }
    if (found == 0 && !wanted.isEmpty()) {
      call.out().println("No process found for: " + wanted);
    }
    return 0;
  }
}
