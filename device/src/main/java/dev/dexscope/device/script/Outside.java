package dev.dexscope.device.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** What a script finds outside of its language: commands and files. */
public interface Outside {
  /** Returns one with a folder of its own, for a shell in this one. */
  Outside copy(Variables variables);

  /** Runs a command; returns its exit code. */
  int run(Interpreter shell, String name, List<String> words, Descriptors streams);

  /** Returns whether there is a command. */
  boolean knows(String name);

  /** Returns the file of the host that a path leads to. */
  Path file(String path) throws IOException;

  /** Opens a file to read. */
  InputStream read(String path) throws IOException;

  /** Opens a file to write. */
  OutputStream write(String path, boolean appends) throws IOException;
}
