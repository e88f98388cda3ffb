package dev.dexscope.device.shell;

import dev.dexscope.device.script.EndingOutput;
import dev.dexscope.device.script.InputPipe;
import dev.dexscope.device.script.Jump;
import dev.dexscope.device.script.SyntaxException;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbServices;
import dev.dexscope.wire.adb.AdbStream;
import dev.dexscope.wire.adb.ShellPacket;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The services {@code shell:}, {@code shell,v2:} and {@code exec:}. */
public final class ShellService implements AdbServices.Service {
  private static final int BLOCK = 1 << 15;
  private static final int CONTROL_C = 3;

  private final DeviceParts parts;
  private final String command;
  private final boolean hasPackets;
  private final boolean isTerminal;

  private ShellService(DeviceParts parts, String command, boolean hasPackets, boolean isTerminal) {
    this.parts = parts;
    this.command = command;
    this.hasPackets = hasPackets;
    this.isTerminal = isTerminal;
  }

  /** The service of that name; null where it is another. */
  public static @Nullable ShellService find(DeviceParts parts, String name) {
    int colon = name.indexOf(':');
    if (colon < 0) {
      return null;
    }
    List<String> words = Arrays.asList(name.substring(0, colon).split(",", -1));
    String command = name.substring(colon + 1);
    boolean isExec = words.getFirst().equals("exec");
    if (!isExec && !words.getFirst().equals("shell")) {
      return null;
    }
    boolean isRaw =
        isExec || words.contains("raw") || (!command.isEmpty() && !words.contains("pty"));
    return new ShellService(parts, command, words.contains("v2"), !isRaw);
  }

  @Override
  public void serve(AdbStream stream) throws IOException {
    Link link = stream.link();
    InputPipe input = new InputPipe();
    Thread runs = Thread.currentThread();
    Thread.ofVirtual().name("shell input").start(() -> read(link, input, runs));
    PrintStream out = output(link, ShellPacket.OUTPUT);
    PrintStream err = hasPackets ? output(link, ShellPacket.ERRORS) : out;
    int exit = 0;
    Shell shell = new Shell(parts);
    // A peer that sends more than the command reads waits no longer than the command runs.
    try (input) {
      exit =
          command.isEmpty()
              ? new Conversation(shell, input, out, err, isTerminal).run()
              : shell.run(command, input, out, err);
      out.flush();
      err.flush();
    } catch (Jump e) {
      // The peer has left.
    } finally {
      shell.end();
    }
    if (hasPackets) {
      link.write(ShellPacket.exit(exit).toBytes());
    }
  }

  private PrintStream output(Link link, int packet) {
    OutputStream plain = hasPackets ? new PacketOutput(link, packet) : link.out();
    OutputStream lines = isTerminal ? new TerminalOutput(plain) : plain;
    OutputStream ending = new EndingOutput(lines);
    return new PrintStream(new BufferedOutputStream(ending, BLOCK), false, StandardCharsets.UTF_8);
  }

  /** Interrupts the command when its user has left, or presses Ctrl-C. */
  private void read(Link link, InputPipe input, Thread runs) {
    try {
      if (hasPackets) {
        readPackets(link, input, runs);
      } else {
        byte[] block = new byte[BLOCK];
        int length;
        while ((length = link.in().read(block)) >= 0) {
          give(Arrays.copyOf(block, length), input, runs);
        }
      }
    } catch (IOException | RuntimeException e) {
      // As if the peer had disconnected.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      input.end();
      runs.interrupt();
    }
  }

  private void readPackets(Link link, InputPipe input, Thread runs)
      throws IOException, InterruptedException {
    ShellPacket packet;
    while ((packet = ShellPacket.read(link)) != null) {
      switch (packet.id()) {
        case ShellPacket.INPUT -> give(packet.data(), input, runs);
        case ShellPacket.CLOSE_INPUT -> input.end();
        default -> {
          // The window's size is of no use here.
        }
      }
    }
  }

  private void give(byte[] bytes, InputPipe input, Thread runs) throws InterruptedException {
    if (isTerminal && bytes.length == 1 && bytes[0] == CONTROL_C) {
      runs.interrupt();
    }
    input.give(bytes);
  }

  /** Each write is a packet. */
  private static final class PacketOutput extends OutputStream {
    private final Link link;
    private final int packet;

    PacketOutput(Link link, int packet) {
      this.link = link;
      this.packet = packet;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      byte[] data = Arrays.copyOfRange(bytes, offset, offset + length);
      byte[] whole = new ShellPacket(packet, data).toBytes();
      // Output and errors may come from two threads.
      synchronized (link) {
        link.write(whole);
      }
    }
  }

  /** Writes CR LF for each LF, because a terminal otherwise keeps the column. */
  private static final class TerminalOutput extends OutputStream {
    private final OutputStream out;

    TerminalOutput(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      byte[] lines = new byte[2 * length];
      int at = 0;
      for (int i = offset; i < offset + length; i++) {
        if (bytes[i] == '\n' && (i == offset || bytes[i - 1] != '\r')) {
          lines[at++] = '\r';
        }
        lines[at++] = bytes[i];
      }
      out.write(lines, 0, at);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }

  /** An interactive user who types line after line. */
  private record Conversation(
      Shell shell, InputStream in, PrintStream out, PrintStream err, boolean isTerminal) {
    private static final int CONTROL_D = 4;
    private static final int DELETE = 0x7f;
    private static final int MOST = 1 << 16;

    int run() throws IOException {
      int exit = 0;
      String before = "";
      while (!shell.hasExited()) {
        if (isTerminal) {
          out.print(before.isEmpty() ? "dexscope:" + shell.folder() + " $ " : "> ");
          out.flush();
        }
        String line = line();
        if (line == null) {
          return exit;
        }
        try {
          exit = shell.runLine(before + line, in, out, err);
          before = "";
        } catch (SyntaxException e) {
          before += line + "\n";
        }
        if (before.length() > MOST) {
          throw new IOException("a command of more than " + MOST + " characters");
        }
        // Ctrl-C ends a command, not the conversation.
        Thread.interrupted();
      }
      return exit;
    }

    /** Returns the typed line, with a terminal's echo; null at the end. */
    private @Nullable String line() throws IOException {
      byte[] typed = new byte[MOST];
      int length = 0;
      while (length < MOST) {
        int c = next();
        switch (c) {
          case -1 -> {
            return length == 0 ? null : text(typed, length);
          }
          case '\r', '\n' -> {
            echo("\n");
            return text(typed, length);
          }
          case CONTROL_C -> {
            echo("^C\n");
            return "";
          }
          case CONTROL_D -> {
            if (length == 0) {
              return null;
            }
          }
          case DELETE, '\b' -> {
            if (length > 0) {
              // A character may have several bytes.
              do {
                length--;
              } while (length > 0 && (typed[length] & 0xc0) == 0x80);
              echo("\b \b");
            }
          }
          default -> {
            typed[length++] = (byte) c;
            if (isTerminal) {
              out.write(c);
              out.flush();
            }
          }
        }
      }
      throw new IOException("a line of more than " + MOST + " bytes");
    }

    /** Ctrl-C comes as a byte and as an interrupt. */
    private int next() throws IOException {
      while (true) {
        try {
          return in.read();
        } catch (java.io.InterruptedIOException e) {
          if (!Thread.interrupted() || in.available() == 0) {
            return -1;
          }
        }
      }
    }

    private void echo(String text) {
      if (isTerminal) {
        out.print(text);
        out.flush();
      }
    }

    private static String text(byte[] typed, int length) {
      return new String(typed, 0, length, StandardCharsets.UTF_8);
    }
  }
}
