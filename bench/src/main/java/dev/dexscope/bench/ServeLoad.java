package dev.dexscope.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Loads a server of traces as many people do at once: parallel uploads, then requests for one flame
 * graph. It ends with 1 when a request failed.
 *
 * <pre>
 * DEXSCOPE_OPTS=-Xmx1g ./dexscope serve STORE --port 8080 --rate 1000
 * bench/run ServeLoad http://127.0.0.1:8080 big.trace 50 10000
 * </pre>
 */
public final class ServeLoad {
  private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f]+)\"");
  private static final int CLIENTS = 16;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String server;

  private ServeLoad(String server) {
    this.server = server;
  }

  /** Arguments: the server's address, a trace, how many uploads, how many requests. */
  public static void main(String[] args) throws Exception {
    var load = new ServeLoad(args[0]);
    Path trace = Path.of(args[1]);
    String id = load.uploads(trace, Integer.parseInt(args[2]));
    load.requests("/traces/" + id + "/flame.svg", Integer.parseInt(args[3]));
    load.client.close();
  }

  private String uploads(Path trace, int count) throws Exception {
    List<Callable<String>> all = new ArrayList<>();
    List<Path> copies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path copy = distinct(trace, i);
      copies.add(copy);
      all.add(() -> upload(copy));
    }
    long begin = System.nanoTime();
    List<Long> times = new ArrayList<>();
    String id = "";
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<String> each : threads.invokeAll(all)) {
        String[] answer = each.get().split(" ", -1);
        id = answer[0];
        times.add(Long.parseLong(answer[1]));
      }
    }
    report("uploads of " + Files.size(trace) + " bytes", begin, times);
    for (Path copy : copies) {
      Files.delete(copy);
    }
    return id;
  }

  /** The same trace with other bytes at its end, which readers count as cut off. */
  private static Path distinct(Path trace, int number) throws IOException {
    Path copy = Files.createTempFile("load", ".trace");
    Files.copy(trace, copy, StandardCopyOption.REPLACE_EXISTING);
    try (OutputStream out = Files.newOutputStream(copy, java.nio.file.StandardOpenOption.APPEND)) {
      out.write(new byte[] {(byte) number});
    }
    return copy;
  }

  private String upload(Path file) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(server + "/api/v1/traces?name=load.trace"))
                .POST(BodyPublishers.ofFile(file))
                .build(),
            BodyHandlers.ofString());
    Matcher id = ID.matcher(answer.body());
    if (answer.statusCode() != 201 || !id.find()) {
      throw new IOException("refused: " + answer.statusCode() + " " + answer.body());
    }
    return id.group(1) + " " + (System.nanoTime() - begin);
  }

  private void requests(String path, int count) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + path)).header("Accept-Encoding", "gzip").build();
    List<Callable<long[]>> all = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      all.add(() -> ask(request, count / CLIENTS));
    }
    long begin = System.nanoTime();
    List<Long> times = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(CLIENTS)) {
      for (Future<long[]> each : threads.invokeAll(all)) {
        Arrays.stream(each.get()).forEach(times::add);
      }
    }
    report("requests for " + path, begin, times);
  }

  private long[] ask(HttpRequest request, int count) throws IOException, InterruptedException {
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      long begin = System.nanoTime();
      HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IOException("refused: " + answer.statusCode());
      }
      times[i] = System.nanoTime() - begin;
    }
    return times;
  }

  private static void report(String what, long begin, List<Long> times) {
    double seconds = (System.nanoTime() - begin) / 1e9;
    long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
    System.out.printf(
        "%d %s: %.1f s, %.0f a second; median %.1f ms, 95 %% %.1f ms, longest %.1f ms%n",
        sorted.length,
        what,
        seconds,
        sorted.length / seconds,
        sorted[sorted.length / 2] / 1e6,
        sorted[(int) (sorted.length * 0.95)] / 1e6,
        sorted[sorted.length - 1] / 1e6);
  }
}
