package dev.dexscope.vm.runtime.substitute;

import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** Makes {@link GregorianCalendar}s of the program's time. */
public final class GregorianCalendarMethods {
  private GregorianCalendarMethods() {}

  /** {@link GregorianCalendar#GregorianCalendar()}. */
  public static GregorianCalendar make() {
    return CalendarMethods.now(new GregorianCalendar());
  }

  /** {@link GregorianCalendar#GregorianCalendar(TimeZone)}. */
  public static GregorianCalendar make(TimeZone zone) {
    return CalendarMethods.now(new GregorianCalendar(zone));
  }

  /** {@link GregorianCalendar#GregorianCalendar(Locale)}. */
  public static GregorianCalendar make(Locale locale) {
    return CalendarMethods.now(new GregorianCalendar(locale));
  }

  /** {@link GregorianCalendar#GregorianCalendar(TimeZone, Locale)}. */
  public static GregorianCalendar make(TimeZone zone, Locale locale) {
    return CalendarMethods.now(new GregorianCalendar(zone, locale));
  }
}
