package dev.dexscope.wire.jdwp;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of those who share a VM. What is for it waits in a queue of bounded length, so that a user
 * who does not read holds up the others for a second at most: then it is dropped.
 */
final class HubUser {
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final int MOST_QUESTIONS = 4096;
  private static final int SEQUENCE_BITS = 24;
  private static final int SEQUENCE = (1 << SEQUENCE_BITS) - 1;

  /** What the user asked: the id it gave, and the command if the specification has it. */
  record Question(int id, @Nullable JdwpCommand command, @Nullable Fields arguments) {}

  private final int number;
  private final JdwpConnection connection;
  private final Outbox outbox = new Outbox();
  private final Map<Integer, Question> questions =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        // ART leaves questions without an answer.
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Question> eldest) {
          return size() > MOST_QUESTIONS;
        }
      };

  /** The kinds of events that it asked for, by the ids of the requests. */
  final Map<Integer, Integer> requests = new LinkedHashMap<>();

  final Suspensions suspensions = new Suspensions();
  private int sequence;

  /** Whether it has sent a packet of DDM. */
  boolean isMonitor;

  HubUser(int number, JdwpConnection connection) {
    this.number = number;
    this.connection = connection;
  }

  /** The number of the user whose question a reply answers. */
  static int numberOf(int id) {
    return id >>> SEQUENCE_BITS;
  }

  JdwpConnection connection() {
    return connection;
  }

  /** Gives a question an id that no other user's has. */
  int remember(Question question) {
    sequence = sequence + 1 & SEQUENCE;
    questions.put(sequence, question);
    return number << SEQUENCE_BITS | sequence;
  }

  /** The question that a reply answers; null where it was given up. */
  @Nullable Question answered(int id) {
    return questions.remove(id & SEQUENCE);
  }

  /** Whether events may come for a request whose id is still on its way. */
  boolean awaitsRequest() {
    return questions.values().stream()
        .anyMatch(each -> each.command != null && each.command.name().equals("EventRequest.Set"));
  }

  Thread start() {
    return Thread.ofVirtual().name("jdwp user " + connection.peer()).start(this::writeAll);
  }

  /** Leaves a packet for the user; one who does not take the others in time is dropped. */
  void send(JdwpPacket packet) {
    try {
      if (!outbox.offer(packet, GRACE)) {
        drop();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      drop();
    }
  }

  /** Ends the connection, at which who reads from it finds out. */
  void drop() {
    outbox.close();
    try {
      connection.close();
    } catch (IOException e) {
      // It is given up anyway.
    }
  }

  private void writeAll() {
    try {
      JdwpPacket next;
      while ((next = outbox.take()) != null) {
        connection.write(next);
      }
    } catch (IOException e) {
      drop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      drop();
    }
  }
}
