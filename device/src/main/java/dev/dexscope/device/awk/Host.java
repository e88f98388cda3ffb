package dev.dexscope.device.awk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;

/** What a program has around it. */
public interface Host {
  /** Returns the standard input. */
  InputStream in();

  /** Returns the standard output. */
  PrintStream out();

  /** Returns the error stream. */
  PrintStream err();

  /** Returns the variables of the environment. */
  Map<String, String> environment();

  /** Opens a file. */
  InputStream open(String file) throws IOException;

  /** Creates a file, or continues it. */
  OutputStream create(String file, boolean isContinued) throws IOException;

  /** Runs a command of the shell; returns its exit code. */
  int run(String command, InputStream in, OutputStream out) throws IOException;

  /**
   * Called now and then while the program runs.
   *
   * @throws IOException to end it
   */
  void step() throws IOException;
}
