package dev.dexscope.samples.crunch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Documents about people and their friends, always the same for the same seed. */
final class PeopleMaker {
  private static final int DEEPEST = 4;
  private static final int MOST_FRIENDS = 3;
  private static final int ABOUT = 100;

  private final Random random;

  PeopleMaker(int seed) {
    this.random = new Random(seed);
  }

  Object document() {
    return person(0);
  }

  private Map<String, Object> person(int depth) {
    Map<String, Object> person = new LinkedHashMap<String, Object>();
    person.put("name", word(4 + random.nextInt(8)));
    person.put("age", random.nextInt(100));
    person.put("member", random.nextBoolean());
    person.put("about", word(ABOUT / 2 + random.nextInt(ABOUT)));
    if (depth < DEEPEST) {
      person.put("friends", friends(depth + 1));
    }
    return person;
  }

  private List<Object> friends(int depth) {
    List<Object> friends = new ArrayList<Object>();
    int count = 1 + random.nextInt(MOST_FRIENDS);
    for (int i = 0; i < count; i++) {
      friends.add(person(depth));
    }
    return friends;
  }

  private String word(int length) {
    StringBuilder word = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }
}
