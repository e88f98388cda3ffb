package dev.dexscope.agents;

import dev.dexscope.agents.jvmti.ReservedCapabilities;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the library of machine code that native agents need. The application's build calls it, so
 * that the launcher can pass the file to HotSpot as {@code -agentpath}: it reserves the
 * capabilities that HotSpot grants only at its start.
 */
public final class AgentLibraryWriter {
  /** The launcher's property with the path of the library. */
  static final String PROPERTY = "dexscope.agents";

  private AgentLibraryWriter() {}

  /**
   * Writes the library, the places of some variables of this Java VM, and an agent that does
   * nothing, with which the build records what agents need; writes nothing on a machine without
   * agents.
   */
  public static void main(String[] args) throws IOException {
    if (MachineLibrary.isSupported()) {
      write(Path.of(args[0]));
      ReservedCapabilities.noteAccounts(Path.of(args[0]));
      byte[] idle = MachineLibrary.idleAgent();
      OutputFile.write(Path.of(args[1]), out -> out.write(idle));
    }
  }

  static void write(Path file) throws IOException {
    OutputFile.write(file, out -> out.write(MachineLibrary.bytes()));
  }

  /**
   * Returns whether this Java VM was started with the library, so that it has reserved
   * capabilities.
   */
  static boolean isReserved() {
    return Vm.hostProperty(PROPERTY) != null;
  }

  /** The file; without the launcher a new one, by which nothing was reserved. */
  static Path library() {
    String file = Vm.hostProperty(PROPERTY);
    if (file != null) {
      return Path.of(file);
    }
    try {
      Path made = Files.createTempFile("dexscope", ".so");
      made.toFile().deleteOnExit();
      write(made);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
