package dev.dexscope.wire.jdwp;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One of the users that share a VM: its requests, and its suspensions. */
final class HubUser {
  private static final int MOST_QUESTIONS = 4096;
  private static final int SEQUENCE_BITS = 24;
  private static final int SEQUENCE = (1 << SEQUENCE_BITS) - 1;

  /** A user's command: its id, and the command if the specification has it. */
  record Question(int id, @Nullable JdwpCommand command, @Nullable Fields arguments) {}

  private final int number;
  private final HubOutlet outlet;
  private final Map<Integer, Question> questions =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        // ART does not answer some commands.
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Question> eldest) {
          return size() > MOST_QUESTIONS;
        }
      };

  /** The kinds of events that it requested, by the ids of the requests. */
  final Map<Integer, Integer> requests = new LinkedHashMap<>();

  final Suspensions suspensions = new Suspensions();
  private int sequence;

  /** Whether it has sent a packet of DDM. */
  boolean isMonitor;

  /** Whether it has sent any other. */
  boolean isDebugger;

  HubUser(int number, HubOutlet outlet) {
    this.number = number;
    this.outlet = outlet;
  }

  /** The number of the user whose question a reply answers. */
  static int numberOf(int id) {
    return id >>> SEQUENCE_BITS;
  }

  /** Gives a question an id that no other user's has. */
  int remember(Question question) {
    sequence = sequence + 1 & SEQUENCE;
    questions.put(sequence, question);
    return number << SEQUENCE_BITS | sequence;
  }

  /** Returns the question that a reply answers; null if it was given up. */
  @Nullable Question answered(int id) {
    return questions.remove(id & SEQUENCE);
  }

  /** Returns whether events may come for a request whose id is still on its way. */
  boolean awaitsRequest() {
    return questions.values().stream()
        .anyMatch(each -> each.command != null && each.command.name().equals("EventRequest.Set"));
  }

  void send(JdwpPacket packet) {
    outlet.send(packet);
  }

  void drop(@Nullable Exception reason) {
    outlet.drop(reason);
  }
}
