import dalvik.annotation.optimization.FastNative;
import dalvik.system.PathClassLoader;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Runs the runtime's verifier on classes, without initializing them. Reads a name in each line of standard input, and
 * writes a line for each: verdict, name, reason.
 */
public final class Verify {
  private static final String[] VERDICTS = {"OK", "ACCESS_CHECKS", "SOFT", "HARD"};

  /** A fast call: the thread remains runnable, as the verifier requires. */
  @FastNative
  private static native int verify(Class<?> type);

  /** The library with the native method, and the class path. */
  public static void main(String[] args) throws Exception {
    System.load(args[0]);
    ClassLoader loader = new PathClassLoader(args[1], Verify.class.getClassLoader());
    BufferedReader names = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String name = names.readLine(); name != null; name = names.readLine()) {
      report(name, loader);
    }
    System.out.flush();
  }

  private static void report(String name, ClassLoader loader) {
    String verdict;
    String reason = "";
    try {
      verdict = VERDICTS[verify(Class.forName(name, false, loader))];
    } catch (VerifyError e) {
      verdict = "HARD";
      reason = String.valueOf(e.getMessage());
    } catch (ReflectiveOperationException | LinkageError e) {
      verdict = "LOAD_FAILED";
      reason = e.toString();
    }
    System.out.println(verdict + "\t" + name + "\t" + reason.replaceAll("\\s+", " "));
  }
}
