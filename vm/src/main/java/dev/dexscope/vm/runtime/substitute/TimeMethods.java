package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.ProgramClock;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** The time of day in {@code java.time}: the program's, in milliseconds as on Android. */
public final class TimeMethods {
  private TimeMethods() {}

  /** The clock that the program has in the place of the system's. */
  private static final class ProgramsClock extends Clock {
    private final ZoneId zone;

    ProgramsClock(ZoneId zone) {
      this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
      return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
      return system(other);
    }

    @Override
    public long millis() {
      return ProgramClock.time().currentTimeMillis();
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ProgramsClock clock && clock.zone.equals(zone);
    }

    @Override
    public int hashCode() {
      return zone.hashCode() + 1;
    }

    @Override
    public String toString() {
      return "SystemClock[" + zone + "]";
    }
  }

  /** {@link Clock#systemUTC}. */
  public static Clock systemUTC() {
    return system(ZoneOffset.UTC);
  }

  /** {@link Clock#systemDefaultZone}. */
  public static Clock systemDefaultZone() {
    return system(ZoneId.systemDefault());
  }

  /** {@link Clock#system}. */
  public static Clock system(ZoneId zone) {
    return new ProgramsClock(Clock.system(zone).getZone());
  }

  /** {@link LocalDate#now()}. */
  public static LocalDate localDate() {
    return LocalDate.now(systemDefaultZone());
  }

  /** {@link LocalDate#now(ZoneId)}. */
  public static LocalDate localDate(ZoneId zone) {
    return LocalDate.now(system(zone));
  }

  /** {@link LocalTime#now()}. */
  public static LocalTime localTime() {
    return LocalTime.now(systemDefaultZone());
  }

  /** {@link LocalTime#now(ZoneId)}. */
  public static LocalTime localTime(ZoneId zone) {
    return LocalTime.now(system(zone));
  }

  /** {@link LocalDateTime#now()}. */
  public static LocalDateTime localDateTime() {
    return LocalDateTime.now(systemDefaultZone());
  }

  /** {@link LocalDateTime#now(ZoneId)}. */
  public static LocalDateTime localDateTime(ZoneId zone) {
    return LocalDateTime.now(system(zone));
  }

  /** {@link OffsetTime#now()}. */
  public static OffsetTime offsetTime() {
    return OffsetTime.now(systemDefaultZone());
  }

  /** {@link OffsetTime#now(ZoneId)}. */
  public static OffsetTime offsetTime(ZoneId zone) {
    return OffsetTime.now(system(zone));
  }

  /** {@link OffsetDateTime#now()}. */
  public static OffsetDateTime offsetDateTime() {
    return OffsetDateTime.now(systemDefaultZone());
  }

  /** {@link OffsetDateTime#now(ZoneId)}. */
  public static OffsetDateTime offsetDateTime(ZoneId zone) {
    return OffsetDateTime.now(system(zone));
  }

  /** {@link ZonedDateTime#now()}. */
  public static ZonedDateTime zonedDateTime() {
    return ZonedDateTime.now(systemDefaultZone());
  }

  /** {@link ZonedDateTime#now(ZoneId)}. */
  public static ZonedDateTime zonedDateTime(ZoneId zone) {
    return ZonedDateTime.now(system(zone));
  }

  /** {@link Year#now()}. */
  public static Year year() {
    return Year.now(systemDefaultZone());
  }

  /** {@link Year#now(ZoneId)}. */
  public static Year year(ZoneId zone) {
    return Year.now(system(zone));
  }

  /** {@link YearMonth#now()}. */
  public static YearMonth yearMonth() {
    return YearMonth.now(systemDefaultZone());
  }

  /** {@link YearMonth#now(ZoneId)}. */
  public static YearMonth yearMonth(ZoneId zone) {
    return YearMonth.now(system(zone));
  }

  /** {@link MonthDay#now()}. */
  public static MonthDay monthDay() {
    return MonthDay.now(systemDefaultZone());
  }

  /** {@link MonthDay#now(ZoneId)}. */
  public static MonthDay monthDay(ZoneId zone) {
    return MonthDay.now(system(zone));
  }
}
