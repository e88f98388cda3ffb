package dev.dexscope.device.shell;

import java.util.Map;
import java.util.TreeMap;

/** All commands by their names. */
final class ShellCommands {
  static final Map<String, ShellCommand> BY_NAME = all();

  private ShellCommands() {}

  private static Map<String, ShellCommand> all() {
    var all = new TreeMap<String, ShellCommand>();
    all.put("cat", FileCommands::cat);
    all.put("cd", FileCommands::cd);
    all.put("chmod", FileCommands::chmod);
    all.put("cp", FileCommands::cp);
    all.put("df", FileCommands::df);
    all.put("grep", TextCommands::grep);
    all.put("head", TextCommands::head);
    all.put("ls", FileCommands::ls);
    all.put("mkdir", FileCommands::mkdir);
    all.put("mv", FileCommands::mv);
    all.put("pwd", FileCommands::pwd);
    all.put("rm", FileCommands::rm);
    all.put("tail", TextCommands::tail);
    all.put("touch", FileCommands::touch);
    all.put("wc", TextCommands::wc);
    all.put("date", SystemCommands::date);
    all.put("echo", SystemCommands::echo);
    all.put("exec", SystemCommands::exec);
    all.put("exit", SystemCommands::exit);
    all.put("export", SystemCommands::export);
    all.put("false", _ -> 1);
    all.put("getprop", SystemCommands::getprop);
    all.put("help", SystemCommands::help);
    all.put("id", SystemCommands::id);
    all.put("logcat", LogcatCommand::run);
    all.put("run-as", SystemCommands::runAs);
    all.put("setprop", SystemCommands::setprop);
    all.put("sh", SystemCommands::sh);
    all.put("sleep", SystemCommands::sleep);
    all.put("true", _ -> 0);
    all.put("uname", SystemCommands::uname);
    all.put("whoami", SystemCommands::whoami);
    all.put("cmd", PackageCommands::cmd);
    all.put("pm", PackageCommands::pm);
    all.put("am", ActivityCommands::am);
    all.put("input", ScreenCommands::input);
    all.put("monkey", ScreenCommands::monkey);
    all.put("ime", InputMethods::run);
    all.put("settings", SettingsCommands::settings);
    all.put("wm", SettingsCommands::wm);
    all.put("screencap", ScreenCommands::screencap);
    all.put("bugreport", BugReport::print);
    all.put("bugreportz", BugReport::zip);
    for (String each : RefusedCommands.OF_SHELL) {
      all.put(each, RefusedCommands::refuse);
    }
    all.put("reboot", SystemCommands::reboot);
    all.put("app_process", ProcessCommands::appProcess);
    all.put("dalvikvm", ProcessCommands::dalvikvm);
    all.put("dumpsys", DumpsysCommand::run);
    all.put("kill", ProcessCommands::kill);
    all.put("pidof", ProcessCommands::pidof);
    all.put("ps", ProcessCommands::ps);
    return all;
  }
}
