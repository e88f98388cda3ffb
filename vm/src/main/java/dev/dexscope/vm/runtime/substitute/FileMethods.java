package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.ProgramProperties;
import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Methods of {@link File}. */
public final class FileMethods {
  private FileMethods() {}

  /** {@link File#createTempFile(String, String)}. */
  public static File createTempFile(String prefix, @Nullable String suffix) throws IOException {
    return File.createTempFile(prefix, suffix, temporary());
  }

  /** {@link File#createTempFile(String, String, File)}. */
  public static File createTempFile(String prefix, @Nullable String suffix, @Nullable File folder)
      throws IOException {
    return File.createTempFile(prefix, suffix, folder == null ? temporary() : folder);
  }

  /** The program's, where that is another one than the process's. */
  private static @Nullable File temporary() {
    String folder = ProgramProperties.get("java.io.tmpdir");
    return folder == null ? null : new File(folder);
  }
}
