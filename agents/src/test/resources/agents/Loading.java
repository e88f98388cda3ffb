import java.lang.reflect.Constructor;

/** Loads its classes again and again, by a new loader each time. */
public final class Loading {
  static final int TIMES = 150;

  static final class Work implements Runnable {
    private int sum;

    @Override
    public void run() {
      for (int i = 0; i < 10; i++) {
        sum += half(i);
      }
    }

    private int half(int value) {
      if (value < 0) {
        throw new IllegalArgumentException("negative: " + value);
      }
      return value / 2;
    }
  }

  static final class More implements Runnable {
    @Override
    public void run() {
      new Work().run();
    }
  }

  public static void main(String[] args) throws Exception {
    Constructor<?> loader =
        Class.forName("dalvik.system.PathClassLoader")
            .getConstructor(String.class, ClassLoader.class);
    ClassLoader parent = Object.class.getClassLoader();
    for (int i = 0; i < TIMES; i++) {
      Object made = loader.newInstance(System.getProperty("java.class.path"), parent);
      Class<?> type = ((ClassLoader) made).loadClass("Loading$More");
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      ((Runnable) constructor.newInstance()).run();
    }
    System.out.println("program has loaded");
  }
}
