package dev.dexscope.compile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program of the process in which the dex code of large programs is made. */
public final class QuickDexProgram {
  private QuickDexProgram() {}

  /**
   * Makes the dex code of a program.
   *
   * @param args the API level, the file that the user has named, the archive to write, and the jar
   *     or class files
   * @throws IOException if it cannot be made
   */
  public static void main(String[] args) throws IOException {
    List<Path> inputs = new ArrayList<>();
    for (int i = 3; i < args.length; i++) {
      inputs.add(Path.of(args[i]));
    }
    int api = Integer.parseInt(args[0]);
    var options = new DexOptions(List.of(), api, DexOptions.Dexing.QUICK);
    new QuickDex(options, D8.find()).make(new D8.Work(Path.of(args[1]), inputs, Path.of(args[2])));
  }
}
