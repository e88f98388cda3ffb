package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.ProgramClock;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;

/** Methods of {@link Calendar}: the program's time. */
public final class CalendarMethods {
  private CalendarMethods() {}

  /** {@link Calendar#getInstance()}. */
  public static Calendar getInstance() {
    return now(Calendar.getInstance());
  }

  /** {@link Calendar#getInstance(TimeZone)}. */
  public static Calendar getInstance(TimeZone zone) {
    return now(Calendar.getInstance(zone));
  }

  /** {@link Calendar#getInstance(Locale)}. */
  public static Calendar getInstance(Locale locale) {
    return now(Calendar.getInstance(locale));
  }

  /** {@link Calendar#getInstance(TimeZone, Locale)}. */
  public static Calendar getInstance(TimeZone zone, Locale locale) {
    return now(Calendar.getInstance(zone, locale));
  }

  /** Sets a calendar that has just been made to the program's time. */
  static <C extends Calendar> C now(C calendar) {
    calendar.setTimeInMillis(ProgramClock.time().currentTimeMillis());
    return calendar;
  }
}
