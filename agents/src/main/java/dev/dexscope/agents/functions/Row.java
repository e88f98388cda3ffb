package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Capability;
import dev.dexscope.agents.jvmti.Function;

/**
 * A function in the table of all.
 *
 * @param needed the bits of the capabilities without which it is refused
 */
record Row(Function function, Source source, Route route, long needed, Handler handler) {
  /** Does nothing before HotSpot's function, and nothing after it. */
  static final Handler UNTOUCHED = new Handler() {};

  static Row of(
      Function function, Source source, Route route, Handler handler, Capability... needed) {
    long bits = 0;
    for (Capability each : needed) {
      bits |= each.bit();
    }
    return new Row(function, source, route, bits, handler);
  }

  /** One that HotSpot answers. */
  static Row hotSpot(Function function, Capability... needed) {
    return of(function, Source.HOTSPOT, Route.HOTSPOT, UNTOUCHED, needed);
  }

  /** One that HotSpot answers where no Java can run. */
  static Row hotSpotOnly(Function function, Capability... needed) {
    return of(function, Source.HOTSPOT, Route.HOTSPOT_ONLY, UNTOUCHED, needed);
  }

  /** One that is answered in the place of HotSpot. */
  static Row answer(
      Function function, Source source, Route route, Handler.Answer answer, Capability... needed) {
    return of(function, source, route, answer, needed);
  }

  /** One that is refused, or answered by HotSpot for other arguments. */
  static Row check(Function function, Handler.Check check, Capability... needed) {
    return of(function, Source.DEX, Route.BEFORE_WITH_FRAMES, check, needed);
  }

  /** One that is answered by HotSpot, or in its place. */
  static Row choice(
      Function function, Source source, Route route, Handler.Choice choice, Capability... needed) {
    return of(function, source, route, choice, needed);
  }

  /** One whose answer by HotSpot is changed. */
  static Row change(
      Function function, Source source, Route route, Handler.Change change, Capability... needed) {
    return of(function, source, route, change, needed);
  }
}
