package dev.dexscope.compile;

import java.nio.file.Path;
import java.util.List;

/**
 * How dex code of sources and class files is made.
 *
 * <pre>{@code
 * DexProgram.of(file, new DexOptions(List.of(library), 35, Dexing.QUICK), messages);
 * }</pre>
 *
 * @param classPath jars and folders that sources are compiled against; dex code in them is not seen
 *     by the compiler
 * @param api Android's level that it is for: sealed types are kept as such from 34 on, records from
 *     35 on
 * @param dexing what makes it
 * @param platform jars of Android's classes that sources are compiled against, which become no dex
 *     code
 */
public record DexOptions(List<Path> classPath, int api, Dexing dexing, List<Path> platform) {
  /** Android 11: what the embedded VM is. */
  public static final int LEVEL = 30;

  /** Those of a program that uses no other, as it would be on a phone. */
  public static final DexOptions ALONE = new DexOptions(List.of(), LEVEL, Dexing.RELEASE);

  /** What makes dex code. */
  public enum Dexing {
    /** Our own dexer, in this process; D8 makes only what that leaves. */
    QUICK,
    /** D8, as for a release. */
    RELEASE,
    /** D8, with the lines of all code and the names of variables, which agents show. */
    DEBUG
  }

  /** The options for sources that name nothing of Android. */
  public DexOptions(List<Path> classPath, int api, Dexing dexing) {
    this(classPath, api, dexing, List.of());
  }

  String d8Mode() {
    return dexing == Dexing.DEBUG ? "--debug" : "--release";
  }
}
