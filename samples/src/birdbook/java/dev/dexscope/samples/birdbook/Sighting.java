package dev.dexscope.samples.birdbook;

/** Some birds of one species, seen at one place on one day. */
final class Sighting {
  /** The id of one that the database does not hold yet. */
  static final long NEW = -1;

  final long id;
  final String bird;
  final String place;
  final String day;
  final int count;

  Sighting(long id, String bird, String place, String day, int count) {
    this.id = id;
    this.bird = bird;
    this.place = place;
    this.day = day;
    this.count = count;
  }
}
