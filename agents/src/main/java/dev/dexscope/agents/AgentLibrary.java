package dev.dexscope.agents;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The library of a native agent. */
@SuppressWarnings("restricted") // Native code is what this class is for.
final class AgentLibrary {
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

  private final AgentOption option;
  private final SymbolLookup symbols;

  private AgentLibrary(AgentOption option, SymbolLookup symbols) {
    this.option = option;
    this.symbols = symbols;
  }

  static AgentLibrary open(AgentOption option) throws AgentException {
    String name = option.agent();
    Path file = find(option);
    try {
      return new AgentLibrary(
          option,
          file == null
              ? SymbolLookup.libraryLookup(System.mapLibraryName(name), Arena.global())
              : SymbolLookup.libraryLookup(file.toAbsolutePath(), Arena.global()));
    } catch (IllegalArgumentException e) {
      throw new AgentException(
          "the agent library cannot be loaded, "
              + name
              + "; "
              + (file == null
                  ? "specify its path with --agentpath"
                  : "it must be a shared library for this machine, and what it needs be found"));
    }
  }

  /**
   * Returns the file of a native agent; null if the system has to find it by its name.
   *
   * @throws AgentException if its path is not that of a library
   */
  static @Nullable Path find(AgentOption option) throws AgentException {
    if (option.kind() != AgentOption.Kind.LIBRARY_PATH) {
      return inFolders(System.mapLibraryName(option.agent()));
    }
    Path file = Path.of(option.agent());
    if (!Files.isRegularFile(file)) {
      throw new AgentException("no agent library, " + file + "; specify the path of a file");
    }
    if (!isLibrary(file)) {
      throw new AgentException("no agent library, " + file + "; it is not a shared library");
    }
    return file;
  }

  /** HotSpot warns of what it cannot load, in the program's output. */
  private static boolean isLibrary(Path file) throws AgentException {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(ELF.length), ELF);
    } catch (IOException e) {
      throw new AgentException("no agent library, " + file + "; " + e.getMessage());
    }
  }

  /** Searches the folders in which the JDK itself looks for native libraries. */
  private static @Nullable Path inFolders(String file) {
    for (String property : new String[] {"sun.boot.library.path", "java.library.path"}) {
      for (String folder : System.getProperty(property, "").split(File.pathSeparator)) {
        Path path = Path.of(folder, file);
        if (!folder.isEmpty() && Files.isRegularFile(path)) {
          return path;
        }
      }
    }
    return null;
  }

  String name() {
    return option.agent();
  }

  /** Returns whether it is the JDK's agent for debuggers. */
  boolean isDebugger() {
    return option.kind() == AgentOption.Kind.LIBRARY_NAME && option.agent().equals("jdwp");
  }

  @Nullable String options() {
    return option.options();
  }

  /** The address of a function; 0 when the library does not have it. */
  long find(Entry entry) {
    return symbol(entry.symbol);
  }

  /** The address of anything that it exports, or 0. */
  long symbol(String name) {
    return symbols.find(name).map(found -> found.address()).orElse(0L);
  }

  /** The exported functions of an agent. */
  enum Entry {
    ON_LOAD("Agent_OnLoad"),
    ON_ATTACH("Agent_OnAttach"),
    ON_UNLOAD("Agent_OnUnload");

    private final String symbol;

    Entry(String symbol) {
      this.symbol = symbol;
    }

    /** Its name in the specification. */
    String symbol() {
      return symbol;
    }
  }
}
