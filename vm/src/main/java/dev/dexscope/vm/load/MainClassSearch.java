package dev.dexscope.vm.load;

import java.io.IOException;
import java.nio.file.Path;

/** Finds the class of a file that runs if none is specified. */
public interface MainClassSearch {
  /** Returns its name; fails if the file does not determine one. */
  String of(Path file) throws IOException;
}
