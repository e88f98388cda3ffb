package dev.dexscope.vm;

import dalvik.system.InMemoryDexClassLoader;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jf.smali.Smali;
import org.jf.smali.SmaliOptions;
import org.jspecify.annotations.Nullable;

/** Classes in smali's syntax, for what no compiler makes; run in this process. */
public final class Assembled {
  private Assembled() {}

  /** Returns the dex file of consecutive class sources. */
  public static byte[] dex(Path folder, String classes) throws IOException {
    Path sources = Files.createTempDirectory(folder, "smali");
    List<String> files = new ArrayList<>();
    for (String each : classes.split("(?m)^(?=\\.class)")) {
      if (!each.isBlank()) {
        Path file = sources.resolve(files.size() + ".smali");
        files.add(Files.writeString(file, each).toString());
      }
    }
    Path dex = sources.resolve("classes.dex");
    var options = new SmaliOptions();
    options.apiLevel = 28;
    options.outputDexFile = dex.toString();
    if (!Smali.assemble(options, files)) {
      throw new IllegalArgumentException("does not assemble");
    }
    return Files.readAllBytes(dex);
  }

  /** A loader of the classes, on a VM of its own. */
  public static ClassLoader load(Engine engine, byte[] dex) {
    Vm.start(engine, null, new Unobserved());
    return new InMemoryDexClassLoader(ByteBuffer.wrap(dex), null);
  }

  /**
   * Returns the result of the static method {@code m} of the class {@code Main}, or its exception,
   * as text.
   */
  public static String run(Engine engine, byte[] dex) throws ReflectiveOperationException {
    ClassLoader loader = load(engine, dex);
    try {
      @Nullable Object result = loader.loadClass("Main").getMethod("m").invoke(null);
      return String.valueOf(result);
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    } catch (LinkageError e) {
      return e.toString();
    }
  }
}
