package dev.dexscope.wire.jdwp;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/**
 * A command: its numbers, its name, and the forms of its data and of its reply's. All of them are
 * in one table, {@code commands.txt} beside this class, with the names of the specification.
 *
 * <pre>{@code
 * JdwpCommand lineTable = JdwpCommand.named("Method.LineTable");
 * Fields arguments = Fields.NONE.with("refType", type).with("methodID", method);
 * byte[] data = lineTable.request().write(arguments, sizes);
 * }</pre>
 *
 * @param name of the set and of the command: {@code VirtualMachine.Version}
 */
public record JdwpCommand(int set, int command, String name, Layout request, Layout reply) {
  /** The command set that Android uses for DDM. */
  public static final int DDM_SET = 199;

  /** DDM's one command. */
  public static final int DDM_COMMAND = 1;

  /** The set of what VMs send unasked. */
  public static final int EVENT_SET = 64;

  private static final Map<String, JdwpCommand> BY_NAME =
      Collections.unmodifiableMap(CommandTable.read());
  private static final Map<Integer, JdwpCommand> BY_NUMBER = CommandTable.byNumber(BY_NAME);

  /**
   * Returns the command of that name.
   *
   * @throws IllegalArgumentException if the specification has no such command
   */
  public static JdwpCommand named(String name) {
    JdwpCommand found = BY_NAME.get(name);
    if (found == null) {
      throw new IllegalArgumentException("JDWP has no command " + name);
    }
    return found;
  }

  /** The command with these numbers, if the specification has it. */
  public static Optional<JdwpCommand> of(int set, int command) {
    return Optional.ofNullable(BY_NUMBER.get(set << 8 | command));
  }

  /** All of them, in the order of their numbers. */
  public static Collection<JdwpCommand> all() {
    return BY_NAME.values();
  }

  /** A packet of it. */
  public JdwpPacket.Command packet(int id, Fields arguments, IdSizes sizes) {
    return new JdwpPacket.Command(id, set, command, request.write(arguments, sizes));
  }

  /** The fields of a packet of it. */
  public Fields read(JdwpPacket.Command packet, IdSizes sizes) {
    return request.read(name, packet.data(), sizes);
  }

  /** Returns the fields of a reply to it; empty for an error. */
  public Fields read(JdwpPacket.Reply packet, IdSizes sizes) {
    return packet.error() == 0 ? reply.read("reply to " + name, packet.data(), sizes) : Fields.NONE;
  }

  @Override
  public String toString() {
    return name;
  }
}
