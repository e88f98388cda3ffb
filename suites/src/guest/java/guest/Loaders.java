package guest;

import java.io.*;
import java.net.URL;

/** Class loaders: parents, delegation, loading by name, identity of classes, resources. */
public class Loaders {
  static class Delegating extends ClassLoader {
    int asked;
    Delegating(ClassLoader parent) { super(parent); }
    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
      asked++;
      if (name.equals("made.Up")) return Loaders.class;
      throw new ClassNotFoundException(name);
    }
    @Override protected URL findResource(String name) { return null; }
  }

  static class Hiding extends ClassLoader {
    Hiding() { super(null); }
  }

  public static void main(String[] args) throws Exception {
    ClassLoader own = Loaders.class.getClassLoader();
    System.out.println((own != null) + " " + (own.getParent() != null) + (own == Thread.currentThread().getContextClassLoader()) + (String.class.getClassLoader() == own));
    System.out.println((ClassLoader.getSystemClassLoader().loadClass("guest.Loaders") == Loaders.class) + " " + own.loadClass("java.lang.String") + own.loadClass("guest.Loaders$Hiding"));
    System.out.println(Class.forName("[Lguest.Loaders;") + " " + Class.forName("[[I") + " " + (Class.forName("[Lguest.Loaders;") == Loaders[].class) + (Loaders[].class.getClassLoader() == own));
    Delegating delegating = new Delegating(own);
    System.out.println((delegating.loadClass("guest.Loaders") == Loaders.class) + " " + delegating.asked + delegating.loadClass("made.Up") + delegating.asked);
    for (String name : new String[] {"guest.None", "int", "guest/Loaders", "Lguest.Loaders;", "[guest.Loaders", ""}) {
      try {
        System.out.println(Class.forName(name, true, delegating));
      } catch (ClassNotFoundException | NoClassDefFoundError e) {
        System.out.println("no " + name);
      }
    }
    try {
      new Hiding().loadClass("guest.Loaders");
    } catch (ClassNotFoundException e) {
      System.out.println("hidden");
    }
    Thread thread = new Thread(() -> {});
    thread.setContextClassLoader(delegating);
    System.out.println(thread.getContextClassLoader() == delegating);
    Object made = Class.forName("guest.Loaders$Made", true, own).getDeclaredConstructor(int.class).newInstance(5);
    System.out.println(made + " " + (made instanceof Made) + Loaders.class.getDeclaredConstructor().newInstance().getClass().getName());
    try (InputStream in = own.getResourceAsStream("guest/resource.txt"); InputStream relative = Loaders.class.getResourceAsStream("resource.txt"); InputStream absolute = Loaders.class.getResourceAsStream("/guest/resource.txt")) {
      System.out.println(line(in) + line(relative) + line(absolute) + (own.getResource("guest/resource.txt") != null) + own.getResource("guest/none") + Loaders.class.getResourceAsStream("none"));
    }
    System.out.println(own.getResources("guest/resource.txt").hasMoreElements() + " " + Loaders.class.desiredAssertionStatus());
  }

  static String line(InputStream in) throws IOException {
    return new BufferedReader(new InputStreamReader(in, "UTF-8")).readLine();
  }

  static class Made {
    final int value;
    public Made(int value) { this.value = value; }
    @Override public String toString() { return "made " + value; }
  }
}
