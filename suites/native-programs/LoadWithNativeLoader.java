import com.facebook.soloader.nativeloader.NativeLoader;
import com.facebook.soloader.nativeloader.SystemDelegate;

/** Loads each library; they load others by that loader, which apps set up first. */
class Main {
  public static void main(String[] names) {
    NativeLoader.init(new SystemDelegate());
    for (String each : names) {
      try {
        System.loadLibrary(each);
        System.out.println("loaded");
      } catch (Throwable e) {
        System.out.println(each + ": " + e);
      }
    }
  }
}
