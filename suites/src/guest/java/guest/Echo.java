package guest;

import java.io.*;
import java.util.Locale;

/** Standard input, output and error, arguments, properties, the environment. */
public class Echo {
  public static void main(String[] args) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    int lines = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) System.out.println(++lines + ": " + line.toUpperCase(Locale.ROOT));
    System.out.println(args.length + String.join("|", args));
    System.err.println("error stream");
    System.setProperty("guest.own", "set");
    System.out.println(System.getProperty("guest.own") + System.getProperty("guest.none") + System.getProperty("guest.none", "default") + Integer.getInteger("guest.none", 5) + System.getProperty("line.separator").length() + System.getProperty("file.separator") + (System.getProperty("java.io.tmpdir") != null) + (System.getProperty("user.dir") != null));
    System.out.println((System.getenv("PATH") != null) + " " + System.getenv("GUEST_NONE") + (System.currentTimeMillis() > 1600000000000L) + (System.nanoTime() != 0) + (Runtime.getRuntime().availableProcessors() > 0) + (Runtime.getRuntime().maxMemory() > 0));
    System.out.printf(Locale.ROOT, "%s %d%n", "printf", 5);
    System.out.write('x');
    System.out.write(new byte[] {'y', '\n'}, 0, 2);
    System.out.print(new char[] {'c', 'h', '\n'});
    PrintStream saved = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, "UTF-8"));
    System.out.print("captured é");
    System.setOut(saved);
    System.out.println(bytes.size() + " " + System.identityHashCode(null));
    File file = File.createTempFile("guest", ".txt");
    try (Writer writer = new OutputStreamWriter(new FileOutputStream(file), "UTF-8")) { writer.write("line one\nline two\n"); }
    try (RandomAccessFile random = new RandomAccessFile(file, "r")) { random.seek(5); System.out.println(random.readLine() + random.length()); }
    System.out.println(file.delete() + " " + file.exists());
    try {
      new FileInputStream(file);
    } catch (FileNotFoundException e) {
      System.out.println("not found");
    }
  }
}
