package dalvik.system;

import dev.dexscope.libcore.NonMovableArrays;
import java.lang.reflect.Array;
import java.util.Locale;

/**
 * The requests of Android's code to its runtime. The heap is the host's: its size was given when
 * the process started, so that wishes about it are heard and change nothing.
 */
public final class VMRuntime {
  /** The API level of an application that does not say for which it is. */
  public static final int SDK_VERSION_CUR_DEVELOPMENT = 10_000;

  private static final VMRuntime THE_ONE = new VMRuntime();
  private static final float UTILIZATION = 0.75f;

  private volatile float heapUtilization = UTILIZATION;
  private volatile int targetSdkVersion = SDK_VERSION_CUR_DEVELOPMENT;

  private VMRuntime() {}

  /** The runtime. */
  public static VMRuntime getRuntime() {
    return THE_ONE;
  }

  /** The version of the virtual machine that programs expect: ART's. */
  public String vmVersion() {
    return System.getProperty("java.vm.version", "2.1.0");
  }

  /** Told by the system when an application has started: it may tidy up, and has nothing to. */
  public void notifyStartupCompleted() {}

  /** The library that holds ART. */
  public String vmLibrary() {
    return "libart.so";
  }

  /** The properties that the runtime was started with. */
  public String[] properties() {
    return new String[0];
  }

  /** The processor, as Android names it. */
  public String vmInstructionSet() {
    return getCurrentInstructionSet();
  }

  /** The processor, as Android names it. */
  public static String getCurrentInstructionSet() {
    String machine = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return switch (machine) {
      case "amd64", "x86_64" -> "x86_64";
      case "aarch64" -> "arm64";
      default -> machine;
    };
  }

  /** The instruction set of an ABI. */
  public static String getInstructionSet(String abi) {
    return switch (abi) {
      case "armeabi", "armeabi-v7a" -> "arm";
      case "arm64-v8a" -> "arm64";
      case "x86", "x86_64", "mips", "mips64", "riscv64" -> abi;
      default -> throw new IllegalArgumentException("Unsupported ABI " + abi);
    };
  }

  /** Whether an instruction set has addresses of 64 bits. */
  public static boolean is64BitInstructionSet(String instructionSet) {
    return instructionSet.endsWith("64");
  }

  /** Whether an ABI has addresses of 64 bits. */
  public static boolean is64BitAbi(String abi) {
    return is64BitInstructionSet(getInstructionSet(abi));
  }

  /** Whether addresses have 64 bits. */
  public boolean is64Bit() {
    return is64BitInstructionSet(vmInstructionSet());
  }

  /** Whether JNI calls are checked: see {@code -Xcheck:jni}. */
  public boolean isCheckJniEnabled() {
    return false;
  }

  /** Whether the application may be debugged by native debuggers. */
  public boolean isNativeDebuggable() {
    return false;
  }

  /** Whether the application may be debugged. */
  public boolean isJavaDebuggable() {
    return true;
  }

  /** How full the heap should be after a collection, from 0 to 1. */
  public float getTargetHeapUtilization() {
    return heapUtilization;
  }

  /** Sets {@link #getTargetHeapUtilization} and gives what it was. */
  public float setTargetHeapUtilization(float wanted) {
    if (!(wanted > 0 && wanted < 1)) {
      throw new IllegalArgumentException(wanted + " out of range (0,1)");
    }
    float before = heapUtilization;
    heapUtilization = Math.clamp(wanted, 0.2f, 0.8f);
    return before;
  }

  /** The API level that the application is for. */
  public int getTargetSdkVersion() {
    return targetSdkVersion;
  }

  /** Sets {@link #getTargetSdkVersion}. */
  public void setTargetSdkVersion(int version) {
    targetSdkVersion = version;
  }

  /** A heap size that was wished for once: nothing comes of it. */
  public long getMinimumHeapSize() {
    return 0;
  }

  /** See {@link #getMinimumHeapSize}. */
  public long setMinimumHeapSize(long size) {
    return 0;
  }

  /** Soft references are the collector's own affair. */
  public void gcSoftReferences() {}

  /** Runs finalizers. */
  @SuppressWarnings("removal")
  public void runFinalizationSync() {
    System.runFinalization();
  }

  /**
   * Runs finalizers.
   *
   * @param timeout in nanoseconds, 0 for none; the host has none
   */
  @SuppressWarnings("removal")
  public static void runFinalization(long timeout) {
    System.runFinalization();
  }

  /** How long a finalizer may take before an app is ended: the host waits for it. */
  public long getFinalizerTimeoutMs() {
    return 10_000;
  }

  /** See {@link #getFinalizerTimeoutMs}. */
  public void setFinalizerTimeoutMs(long timeout) {}

  /** An array that has an address for {@link libcore.io.Memory}; the host moves it nevertheless. */
  public Object newNonMovableArray(Class<?> component, int length) {
    return NonMovableArrays.make(component, length);
  }

  /** The address of an array of {@link #newNonMovableArray}. */
  public long addressOf(Object array) {
    if (!array.getClass().isArray()) {
      throw new IllegalArgumentException("not an array");
    }
    Long address = NonMovableArrays.addressOf(array);
    if (address == null) {
      throw new RuntimeException("Trying to get address of movable array object");
    }
    return address;
  }

  /** An array of at least that length. */
  public Object newUnpaddedArray(Class<?> component, int minimum) {
    return Array.newInstance(component, minimum);
  }

  /** Lets the heap grow to what the process may have: it may already. */
  public void clearGrowthLimit() {}

  /** Makes the present size of the heap its limit: not possible on the host. */
  public void clampGrowthLimit() {}

  /** Is told of memory outside of the heap that objects hold. */
  public void registerNativeAllocation(long bytes) {}

  /** See {@link #registerNativeAllocation(long)}. */
  public void registerNativeAllocation(int bytes) {}

  /** See {@link #registerNativeAllocation(long)}. */
  public void registerNativeFree(long bytes) {}

  /** See {@link #registerNativeAllocation(long)}. */
  public void registerNativeFree(int bytes) {}

  /** Is told of one allocation outside of the heap. */
  public void notifyNativeAllocation() {}

  /** Whether methods are compiled while they run can be chosen at the start only. */
  public void disableJitCompilation() {}

  /** Collects garbage. */
  public void requestConcurrentGC() {
    System.gc();
  }

  /** Collects garbage. */
  public void concurrentGC() {
    System.gc();
  }

  /** Gives memory back: the collector decides on that. */
  public void requestHeapTrim() {}

  /** Gives memory back: the collector decides on that. */
  public void trimHeap() {}

  /** Prepares what code will need: linking is lazy here. */
  public void preloadDexCaches() {}

  /** Is told whether the user notices pauses. */
  public void updateProcessState(int state) {}

  /** Whether the boot class path is on disk: the host's is. */
  public static boolean isBootClassPathOnDisk(String instructionSet) {
    return true;
  }

  /** Whether ART's boot image is in use: there is none. */
  public static boolean hasBootImageSpaces() {
    return false;
  }

  /** Members of the platform that are open to everyone: all are as open as the JDK has them. */
  public void setHiddenApiExemptions(String[] signaturePrefixes) {}

  /** How often the use of hidden members is logged: never. */
  public void setHiddenApiAccessLogSamplingRate(int rate) {}
}
