package dev.dexscope.device.shell;

import java.util.List;
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
    all.put("grep", GrepCommand::run);
    all.put("egrep", GrepCommand::run);
    all.put("fgrep", GrepCommand::run);
    all.put("head", TextCommands::head);
    all.put("ls", FileCommands::ls);
    all.put("mkdir", FileCommands::mkdir);
    all.put("mv", FileCommands::mv);
    all.put("pwd", FileCommands::pwd);
    all.put("mktemp", FileCommands::mktemp);
    all.put("rm", FileCommands::rm);
    all.put("rmdir", FileCommands::rmdir);
    all.put("truncate", FileCommands::truncate);
    all.put("tail", TextCommands::tail);
    all.put("touch", FileCommands::touch);
    all.put("wc", TextCommands::wc);
    all.put("date", DateCommand::run);
    all.put("echo", SystemCommands::echo);
    all.put("getprop", SystemCommands::getprop);
    all.put("help", SystemCommands::help);
    all.put("id", SystemCommands::id);
    all.put("logcat", LogcatCommand::run);
    all.put("run-as", SystemCommands::runAs);
    all.put("setprop", SystemCommands::setprop);
    all.put("sh", Shell::sh);
    all.put("sleep", SystemCommands::sleep);
    all.put("uname", SystemCommands::uname);
    all.put("whoami", SystemCommands::whoami);
    all.put("cmd", PackageCommands::cmd);
    all.put("pm", PackageCommands::pm);
    all.put("am", ActivityCommands::am);
    all.put("input", ScreenCommands::input);
    all.put("ip", NetworkCommands::ip);
    all.put("ifconfig", NetworkCommands::ifconfig);
    all.put("monkey", ScreenCommands::monkey);
    all.put("appops", RadioCommands::appops);
    all.put("svc", RadioCommands::svc);
    all.put("ime", InputMethods::run);
    all.put("uiautomator", UiAutomatorCommand::run);
    all.put("content", ContentCommand::run);
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
    all.put("ps", PsCommand::ps);
    all.put("service", DumpsysCommand::service);
    all.put("top", PsCommand::top);
    addFacts(all);
    addLines(all);
    return all;
  }

  private static void addFacts(Map<String, ShellCommand> all) {
    for (String each :
        List.of("md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum")) {
      all.put(each, FileFacts::sum);
    }
    all.put("base64", FileFacts::base64);
    all.put("basename", FileFacts::basename);
    all.put("cmp", FileFacts::cmp);
    all.put("dirname", FileFacts::dirname);
    all.put("du", FileFacts::du);
    all.put("find", FindCommand::run);
    all.put("readlink", FileFacts::realpath);
    all.put("realpath", FileFacts::realpath);
    all.put("stat", FileFacts::stat);
    all.put("which", FileFacts::which);
  }

  private static void addLines(Map<String, ShellCommand> all) {
    all.put("awk", AwkCommand::run);
    all.put("cut", LineCommands::cut);
    all.put("env", SystemCommands::env);
    all.put("expr", ExprCommand::run);
    all.put("nl", LineCommands::nl);
    all.put("printf", PrintfCommand::run);
    all.put("rev", LineCommands::rev);
    all.put("sed", SedCommand::run);
    all.put("seq", LineCommands::seq);
    all.put("sort", LineCommands::sort);
    all.put("tac", LineCommands::tac);
    all.put("tee", LineCommands::tee);
    all.put("timeout", SystemCommands::timeout);
    all.put("tr", LineCommands::tr);
    all.put("uniq", LineCommands::uniq);
    all.put("xargs", LineCommands::xargs);
    all.put("yes", LineCommands::yes);
    for (String each : List.of("nohup", "nice", "ionice", "setsid", "time")) {
      all.put(each, SystemCommands::plain);
    }
  }
}
