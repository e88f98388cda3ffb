package dev.dexscope.agents.functions;

/** Where an agent's answer comes from. */
enum Source {
  /** HotSpot's, as it is. */
  HOTSPOT("HotSpot"),
  /** HotSpot's, in terms of dex code and without what is ours. */
  DEX("dex"),
  /** The VM's. */
  VM("VM");

  private final String heading;

  Source(String heading) {
    this.heading = heading;
  }

  /** Its name in docs/agents.md. */
  String heading() {
    return heading;
  }
}
