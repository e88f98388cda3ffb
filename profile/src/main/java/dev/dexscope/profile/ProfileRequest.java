package dev.dexscope.profile;

import dev.dexscope.inject.Settings;
import dev.dexscope.vm.Engine;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be profiled.
 *
 * @param program an APK, a jar with {@code classes.dex}, or a dex file
 * @param mainClass the class to run; null for the manifest's, or else the only one
 * @param arguments the program's
 * @param engine what runs it
 * @param folder where everything goes
 * @param tauConf settings for the profiler, as in a {@code tau.conf}; may be empty
 * @param injection what is put into which methods
 */
public record ProfileRequest(
    Path program,
    @Nullable String mainClass,
    List<String> arguments,
    Engine engine,
    Path folder,
    String tauConf,
    Settings injection) {
  public ProfileRequest {
    arguments = List.copyOf(arguments);
  }
}
