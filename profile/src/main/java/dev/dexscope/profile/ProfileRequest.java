package dev.dexscope.profile;

import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.Settings;
import dev.dexscope.vm.Engine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to profile a program.
 *
 * <pre>{@code
 * ProfileRequest.of(Path.of("app.jar"), Path.of("profile")).withArguments(List.of("10"))
 * }</pre>
 *
 * @param program an APK, a jar with {@code classes.dex}, or a dex file
 * @param classPath dex files and archives of them that it uses, which are not profiled
 * @param mainClass the class to run; null for the manifest's, or else the only one
 * @param arguments the program's
 * @param engine the engine that runs it
 * @param folder the output folder
 * @param tauConf settings for the profiler, as in a {@code tau.conf}; may be empty
 * @param warmups how often the program runs before the run that is recorded
 * @param injection the instrumentation and its methods
 * @param resources archives that are searched for resources before the program and files of the
 *     class path: the jars of class files that these were made of
 * @param isOnce whether samples are taken of the instrumented program, which then runs once
 * @param elsewhere a runtime in place of an engine; null for the engine
 */
public record ProfileRequest(
    Path program,
    List<Path> classPath,
    @Nullable String mainClass,
    List<String> arguments,
    Engine engine,
    Path folder,
    String tauConf,
    int warmups,
    Settings injection,
    Map<Path, Path> resources,
    boolean isOnce,
    @Nullable OtherRuntime elsewhere) {
  public ProfileRequest {
    classPath = List.copyOf(classPath);
    arguments = List.copyOf(arguments);
    resources = Map.copyOf(resources);
  }

  /** Returns a request for all methods of a program that are not trivial, without arguments. */
  public static ProfileRequest of(Path program, Path folder) {
    Settings injection = Settings.standard().withPlatform(ClassPath.ofHostJdk());
    return new ProfileRequest(
        program,
        List.of(),
        null,
        List.of(),
        Engine.TRANSLATED,
        folder,
        "",
        0,
        injection,
        Map.of(),
        false,
        null);
  }

  /** Returns this request with dex files and archives of them that the program uses. */
  public ProfileRequest withClassPath(List<Path> wanted) {
    return new ProfileRequest(
        program, wanted, mainClass, arguments, engine, folder, tauConf, warmups, injection,
        resources, isOnce, elsewhere);
  }

  /** Returns this request with the class to run; null for the manifest's, or else the only one. */
  public ProfileRequest withMainClass(@Nullable String wanted) {
    return new ProfileRequest(
        program, classPath, wanted, arguments, engine, folder, tauConf, warmups, injection,
        resources, isOnce, elsewhere);
  }

  /** Returns this request with arguments for the program. */
  public ProfileRequest withArguments(List<String> wanted) {
    return new ProfileRequest(
        program, classPath, mainClass, wanted, engine, folder, tauConf, warmups, injection,
        resources, isOnce, elsewhere);
  }

  /** Returns this request with another engine. */
  public ProfileRequest withEngine(Engine wanted) {
    return new ProfileRequest(
        program, classPath, mainClass, arguments, wanted, folder, tauConf, warmups, injection,
        resources, isOnce, elsewhere);
  }

  /** Returns this request for another runtime, which runs the program in place of an engine. */
  public ProfileRequest elsewhere(OtherRuntime runtime) {
    return new ProfileRequest(
        program, classPath, mainClass, arguments, engine, folder, tauConf, warmups, injection,
        resources, isOnce, runtime);
  }

  /** Returns this request with settings for the profiler, as in a {@code tau.conf}. */
  public ProfileRequest withTauConf(String wanted) {
    return new ProfileRequest(
        program, classPath, mainClass, arguments, engine, folder, wanted, warmups, injection,
        resources, isOnce, elsewhere);
  }

  /** Returns this request with runs before the recorded one. */
  public ProfileRequest withWarmups(int count) {
    return new ProfileRequest(
        program, classPath, mainClass, arguments, engine, folder, tauConf, count, injection,
        resources, isOnce, elsewhere);
  }

  /** Returns this request with archives of resources. */
  public ProfileRequest withResources(Map<Path, Path> archives) {
    return new ProfileRequest(
        program, classPath, mainClass, arguments, engine, folder, tauConf, warmups, injection,
        archives, isOnce, elsewhere);
  }

  /** Returns this request with what is put into which methods. */
  public ProfileRequest withInjection(Settings wanted) {
    return new ProfileRequest(
        program, classPath, mainClass, arguments, engine, folder, tauConf, warmups, wanted,
        resources, isOnce, elsewhere);
  }

  /** Returns this request for a program that runs once, instrumented. */
  public ProfileRequest once() {
    return new ProfileRequest(
        program, classPath, mainClass, arguments, engine, folder, tauConf, warmups, injection,
        resources, true, elsewhere);
  }
}
