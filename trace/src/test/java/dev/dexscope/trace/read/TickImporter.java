package dev.dexscope.trace.read;

import dev.dexscope.trace.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads a format of tests: {@code TICK}, then lines "thread nanoseconds [class.method]". */
public final class TickImporter implements TraceImporter {
  @Override
  public String format() {
    return "tick log";
  }

  @Override
  public boolean accepts(ByteBuffer head) {
    return head.remaining() >= 5 && head.getInt(0) == 0x5449434b;
  }

  @Override
  public void read(InputStream in, Calls calls) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
    lines.readLine();
    calls.clock(Clock.WALL);
    calls.thread(1, "main");
    for (String line; (line = lines.readLine()) != null; ) {
      String[] words = line.split(" ", -1);
      long thread = Long.parseLong(words[0]);
      long time = Long.parseLong(words[1]);
      if (words.length == 2) {
        calls.exit(thread, time, 0);
      } else {
        int dot = words[2].lastIndexOf('.');
        calls.enter(
            thread, words[2].substring(0, dot), words[2].substring(dot + 1), "()V", time, 0);
      }
    }
  }
}
