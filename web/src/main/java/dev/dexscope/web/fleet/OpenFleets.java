package dev.dexscope.web.fleet;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.fleet.Fleet;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * The applications whose tables are open, each in a process of DuckDB: few, and opened anew when
 * the store has changed. Questions are answered one at a time; answers are kept until then.
 */
final class OpenFleets implements Closeable {
  private static final int KEPT = 2;
  private static final int MOST_ANSWERS = 64;

  private final RunStore store;
  private final Supplier<DuckDb> duck;

  /** The least recently used comes first. */
  private final LinkedHashMap<String, Fleet> fleets = new LinkedHashMap<>(4, 0.75f, true);

  private final LinkedHashMap<List<String>, byte[]> answers = new LinkedHashMap<>(16, 0.75f, true);
  private List<String> commits = List.of();

  OpenFleets(RunStore store, Supplier<DuckDb> duck) {
    this.store = store;
    this.duck = duck;
  }

  /** Answers a question about the runs of an application. */
  @FunctionalInterface
  interface Question {
    byte[] answer(Fleet fleet) throws IOException;
  }

  /**
   * Answers a question, unless the answer is kept.
   *
   * @param words what distinguishes the question from others
   */
  synchronized byte[] ask(String app, List<String> words, Question question) throws IOException {
    List<String> now = store.commits();
    if (!now.equals(commits)) {
      close();
      commits = now;
    }
    List<String> key = new ArrayList<>(words);
    key.add(app);
    byte[] known = answers.get(key);
    if (known == null) {
      known = question.answer(fleet(app));
      answers.put(key, known);
      if (answers.size() > MOST_ANSWERS) {
        answers.pollFirstEntry();
      }
    }
    return known;
  }

  private Fleet fleet(String app) throws IOException {
    Fleet known = fleets.get(app);
    if (known == null) {
      if (fleets.size() == KEPT) {
        fleets.pollFirstEntry().getValue().close();
      }
      known = Fleet.open(TableDatabase.start(duck.get(), Fleet.MEMORY), store, app);
      fleets.put(app, known);
    }
    return known;
  }

  @Override
  public synchronized void close() {
    fleets.values().forEach(Fleet::close);
    fleets.clear();
    answers.clear();
  }
}
