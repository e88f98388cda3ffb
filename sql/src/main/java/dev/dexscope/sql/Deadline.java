package dev.dexscope.sql;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Ends a question that takes too long, also while its answer is being read. */
final class Deadline implements AutoCloseable {
  private final Thread clock;
  private volatile boolean isOver;

  Deadline(Statement statement, Duration limit) {
    this.clock =
        Thread.ofVirtual()
            .start(() -> {
              try {
                Thread.sleep(limit);
                isOver = true;
                statement.cancel();
              } catch (InterruptedException e) {
                // It was answered in time.
              } catch (SQLException e) {
                // It has ended by itself meanwhile.
              }
            });
  }

  boolean isOver() {
    return isOver;
  }

  @Override
  public void close() {
    clock.interrupt();
  }
}
