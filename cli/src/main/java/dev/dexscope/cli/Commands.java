package dev.dexscope.cli;

import dev.dexscope.cli.devices.AllocsCommand;
import dev.dexscope.cli.devices.CollectCommand;
import dev.dexscope.cli.devices.DebugCommand;
import dev.dexscope.cli.devices.DeviceCommand;
import dev.dexscope.cli.devices.GcCommand;
import dev.dexscope.cli.devices.HeapCommand;
import dev.dexscope.cli.devices.HprofCommand;
import dev.dexscope.cli.devices.MonitorCommand;
import dev.dexscope.cli.devices.PsCommand;
import dev.dexscope.cli.devices.StackCommand;
import dev.dexscope.cli.devices.ThreadsCommand;
import dev.dexscope.cli.devices.TraceCommand;
import dev.dexscope.cli.devices.WireCommand;
import dev.dexscope.cli.packages.InjectCommand;
import dev.dexscope.cli.packages.ManifestCommand;
import dev.dexscope.cli.packages.PreflightCommand;
import dev.dexscope.cli.packages.SignCommand;
import dev.dexscope.cli.pages.ServeCommand;
import dev.dexscope.cli.pages.ViewCommand;
import dev.dexscope.cli.programs.AgentCommand;
import dev.dexscope.cli.programs.AppsCommand;
import dev.dexscope.cli.programs.ArtCommand;
import dev.dexscope.cli.programs.BaselineCommand;
import dev.dexscope.cli.programs.CoverageCommand;
import dev.dexscope.cli.programs.D8Command;
import dev.dexscope.cli.programs.DumpCommand;
import dev.dexscope.cli.programs.ProfileCommand;
import dev.dexscope.cli.programs.RunCommand;
import dev.dexscope.cli.programs.VerifyCommand;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.ConvertCommand;
import dev.dexscope.cli.traces.DiffCommand;
import dev.dexscope.cli.traces.DmtracedumpCommand;
import dev.dexscope.cli.traces.ExplainCommand;
import dev.dexscope.cli.traces.FleetCommand;
import dev.dexscope.cli.traces.InfoCommand;
import dev.dexscope.cli.traces.ReportCommand;
import dev.dexscope.cli.traces.RetraceCommand;
import dev.dexscope.cli.traces.SqlCommand;
import dev.dexscope.cli.traces.StoreCommand;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * Every command by its name. A command object is made only when its name is called, or when the
 * help lists them all: this keeps the start fast.
 */
final class Commands {
  private static final Map<String, Function<Terminal, Callable<Integer>>> BY_NAME = all();

  private Commands() {}

  private static Map<String, Function<Terminal, Callable<Integer>>> all() {
    var commands = new LinkedHashMap<String, Function<Terminal, Callable<Integer>>>();
    commands.put("profile", ProfileCommand::new);
    commands.put("inject", InjectCommand::new);
    commands.put("run", RunCommand::new);
    commands.put("agent", AgentCommand::new);
    commands.put("coverage", CoverageCommand::new);
    commands.put("baseline", BaselineCommand::new);
    commands.put("verify", VerifyCommand::new);
    commands.put("preflight", PreflightCommand::new);
    commands.put("manifest", ManifestCommand::new);
    commands.put("sign", SignCommand::new);
    commands.put("dump", DumpCommand::new);
    commands.put("d8", D8Command::new);
    commands.put("art", ArtCommand::new);
    commands.put("apps", AppsCommand::new);
    commands.put("view", ViewCommand::new);
    commands.put("serve", ServeCommand::new);
    commands.put("info", InfoCommand::new);
    commands.put("report", ReportCommand::new);
    commands.put("explain", ExplainCommand::new);
    commands.put("convert", ConvertCommand::new);
    commands.put("retrace", RetraceCommand::new);
    commands.put("sql", SqlCommand::new);
    commands.put("diff", DiffCommand::new);
    commands.put("store", StoreCommand::new);
    commands.put("fleet", FleetCommand::new);
    commands.put("dmtracedump", DmtracedumpCommand::new);
    commands.put("device", DeviceCommand::new);
    commands.put("monitor", MonitorCommand::new);
    commands.put("ps", PsCommand::new);
    commands.put("threads", ThreadsCommand::new);
    commands.put("stack", StackCommand::new);
    commands.put("heap", HeapCommand::new);
    commands.put("gc", _ -> new GcCommand());
    commands.put("allocs", AllocsCommand::new);
    commands.put("trace", TraceCommand::new);
    commands.put("hprof", HprofCommand::new);
    commands.put("debug", DebugCommand::new);
    commands.put("collect", CollectCommand::new);
    commands.put("wire", WireCommand::new);
    commands.put("completion", CompletionCommand::new);
    return Collections.unmodifiableMap(commands);
  }

  static Map<String, Function<Terminal, Callable<Integer>>> byName() {
    return BY_NAME;
  }
}
