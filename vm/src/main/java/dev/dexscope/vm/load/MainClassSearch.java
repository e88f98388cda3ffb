package dev.dexscope.vm.load;

import java.io.IOException;
import java.nio.file.Path;

/** Finds the class of a file that runs when none is named. */
public interface MainClassSearch {
  /** Its name; fails when the file does not say. */
  String of(Path file) throws IOException;
}
