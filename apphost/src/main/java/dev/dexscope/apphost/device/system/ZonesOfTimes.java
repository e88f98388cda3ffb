package dev.dexscope.apphost.device.system;

import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The time zones of {@code android.text.format.Time} are the JDK's: a device's file is missing. */
@Implements(className = "android.text.format.Time$TimeCalculator", isInAndroidSdk = false)
public class ZonesOfTimes {
  /** The first level at which zones can be made of their transitions. */
  private static final int LEVEL = 31;

  /** The last second of 2037, as in a device's file. */
  private static final long END = 2145916799;

  /** The rule between two transitions; the offset is in seconds. */
  private record Type(int offset, boolean isSummer) {
    static Type at(ZoneRules rules, Instant at) {
      return new Type(rules.getOffset(at).getTotalSeconds(), rules.isDaylightSavings(at));
    }
  }

  /** Of {@code TimeCalculator}. */
  @Implementation(minSdk = LEVEL)
  protected static Object lookupZoneInfoData(String id) {
    ZoneRules rules = TimeZone.getTimeZone(id).toZoneId().getRules();
    List<ZoneOffsetTransition> transitions = new ArrayList<>(rules.getTransitions());
    Instant last = transitions.isEmpty() ? Instant.EPOCH : transitions.getLast().getInstant();
    for (ZoneOffsetTransition each = rules.nextTransition(last);
        each != null && each.getInstant().getEpochSecond() <= END;
        each = rules.nextTransition(each.getInstant())) {
      transitions.add(each);
    }
    return zone(id, rules, transitions);
  }

  private static Object zone(String id, ZoneRules rules, List<ZoneOffsetTransition> transitions) {
    // What holds before the first transition comes first.
    List<Type> types = new ArrayList<>(List.of(Type.at(rules, Instant.MIN)));
    long[] seconds = new long[transitions.size()];
    byte[] typeOf = new byte[seconds.length];
    for (int i = 0; i < seconds.length; i++) {
      Instant at = transitions.get(i).getInstant();
      Type type = Type.at(rules, at);
      if (!types.contains(type)) {
        types.add(type);
      }
      seconds[i] = at.getEpochSecond();
      typeOf[i] = (byte) types.indexOf(type);
    }
    boolean[] isSummer = new boolean[types.size()];
    for (int i = 0; i < isSummer.length; i++) {
      isSummer[i] = types.get(i).isSummer;
    }
    return ReflectionHelpers.callStaticMethod(
        ZonesOfTimes.class.getClassLoader(),
        "com.android.i18n.timezone.ZoneInfoData",
        "createInstance",
        ClassParameter.from(String.class, id),
        ClassParameter.from(long[].class, seconds),
        ClassParameter.from(byte[].class, typeOf),
        ClassParameter.from(int[].class, types.stream().mapToInt(Type::offset).toArray()),
        ClassParameter.from(boolean[].class, isSummer));
  }
}
