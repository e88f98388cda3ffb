package dev.dexscope.natives;

import dev.dexscope.natives.elf.Binding;
import dev.dexscope.natives.elf.Symbol;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Binds the imports of one library, in the order of Android's linker: the program's, the system's.
 */
final class Binder {
  /** The prefix of the functions of Dexscope's own library. */
  static final String OWN = "bionic_";

  /** The system's libraries that are here, whole or in part. */
  private static final Set<String> HERE =
      Set.of("libc.so", "libm.so", "libdl.so", "libstdc++.so", "liblog.so", "libz.so");

  /** The names of data that the system's libraries have, which look like functions to importers. */
  private static final List<String> DATA = List.of("SL_IID_", "XA_IID_", "AMEDIAFORMAT_KEY_");

  /** How the names in each of the other libraries begin. */
  private static final Map<String, Pattern> ABSENT =
      Map.ofEntries(
          begins("libEGL.so", "egl[A-Z]"),
          begins("libGLESv1_CM.so", "gl[A-Z]"),
          begins("libGLESv2.so", "gl[A-Z]"),
          begins("libGLESv3.so", "gl[A-Z]"),
          begins("libOpenMAXAL.so", "xa[A-Z]|XA_"),
          begins("libOpenSLES.so", "sl[A-Z]|SL_"),
          begins("libRS.so", "rs[A-Z]|_ZN7android12renderscript"),
          begins("libaaudio.so", "AAudio"),
          begins("libamidi.so", "AMidi"),
          begins(
              "libandroid.so",
              "A[A-Z][a-z]|android_|ASurface|AObb|AStorage|AChoreographer|APerformance"),
          begins("libbinder_ndk.so", "AI?Binder|AParcel|AStatus|AService"),
          begins("libcamera2ndk.so", "ACamera|ACapture"),
          begins("libicu.so", "u[a-z]*_"),
          begins("libjnigraphics.so", "AndroidBitmap_|AImageDecoder"),
          begins("libmediandk.so", "AMedia|AImage|AMEDIA"),
          begins("libnativehelper.so", "JNI_|AFileDescriptor"),
          begins("libnativewindow.so", "ANativeWindow|AHardwareBuffer"),
          begins("libneuralnetworks.so", "ANeuralNetworks"),
          begins("libsync.so", "sync_"),
          begins("libvulkan.so", "vk[A-Z]"));

  /**
   * The functions that are the machine's where it has OpenGL: all that draw, into the context that
   * the app has made in Java. Displays and windows of native code's own are not there.
   */
  private static final Pattern DRAWS =
      Pattern.compile("gl[A-Z].*|eglGet(ProcAddress|Current[A-Z].*|Error)|eglQueryString");

  private static final Binding FREE = new Binding.Free();

  private final HostLibraries host;
  private final Set<String> own;
  private final Set<String> ofProgram;
  private final List<String> absent;
  private final boolean needsZlib;
  private final boolean needsGl;

  /**
   * @param own the symbols of Dexscope's own library
   * @param ofProgram the symbols of the program's libraries that this one needs
   * @param system the system's libraries that this one needs
   */
  Binder(HostLibraries host, Set<String> own, Set<String> ofProgram, List<String> system) {
    this.host = host;
    this.own = own;
    this.ofProgram = ofProgram;
    this.absent = system.stream().filter(each -> !HERE.contains(each)).toList();
    this.needsZlib = system.contains("libz.so");
    this.needsGl =
        system.stream().anyMatch(each -> each.startsWith("libGLES") || each.equals("libEGL.so"));
  }

  Binding bind(Symbol symbol) {
    String name = symbol.name();
    if (ofProgram.contains(name)) {
      return FREE;
    }
    if (own.contains(OWN + name)) {
      return new Binding.Own(OWN + name);
    }
    BionicTable.Row row = BionicTable.find(name);
    Binding found = null;
    if (row != null) {
      found = row.host() == null ? null : host.find(row.host());
    } else if (needsZlib) {
      found = host.findInZlib(name);
    }
    if (found == null && needsGl && DRAWS.matcher(name).matches()) {
      found = host.findInGl(name);
    }
    if (found == null && name.startsWith("_Unwind_")) {
      found = host.find(name);
    }
    if (found != null) {
      return found;
    }
    if (symbol.isWeak()) {
      return FREE;
    }
    if (row != null) {
      return new Binding.Refused(name + " of " + row.library());
    }
    for (String each : absent) {
      Pattern names = ABSENT.get(each);
      if (names != null && names.matcher(name).lookingAt()) {
        return DATA.stream().anyMatch(name::startsWith)
            ? new Binding.Zeros()
            : new Binding.Absent(name + " of " + each);
      }
    }
    return FREE;
  }

  private static Map.Entry<String, Pattern> begins(String library, String names) {
    return Map.entry(library, Pattern.compile(names));
  }

  /** Returns whether Android has a library of that name, which may be absent here. */
  static boolean isOfAndroid(String library) {
    return HERE.contains(library) || ABSENT.containsKey(library);
  }
}
