package dev.dexscope.web.traces;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Transform;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The part of a trace that a request selects, by its query: {@code thread} (numbers of threads),
 * {@code include} and {@code exclude} (beginnings of names), {@code from} and {@code to}
 * (nanoseconds), {@code min}, {@code time}, which is {@code wall}, {@code cpu} or {@code off-cpu},
 * and {@code step}, transforms of call paths in their order: {@code merge-12}, {@code drop-12},
 * {@code keep-12}, {@code focus-12} (numbers of methods), {@code path-3.5.12}, {@code
 * collapse-java.util.}, {@code recursion}.
 *
 * @param timing the time of pictures: CPU time if there is some, unless the query has another
 * @param measure the time of tables: work alone unless the query has a time
 */
record Selection(Filter filter, Timing timing, Measure measure) {
  /** A filter that a user typed has fewer. */
  private static final int MOST_WORDS = 100;

  private static final int MOST_STEPS = 50;

  static Selection of(Exchange exchange, Trace trace) {
    Clock clock = trace.info().clock();
    Timing timing = exchange.word("time", Timing.class, Timing.ofWork(clock));
    if (!timing.isIn(clock)) {
      throw HttpException.badRequest(
          "the trace has the clock " + clock.key() + ", which does not contain " + timing.words());
    }
    long from = exchange.integer("from", Long.MIN_VALUE, Long.MAX_VALUE, 0);
    long to = exchange.integer("to", Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    if (to < from) {
      throw HttpException.badRequest("to is before from");
    }
    long minimum = exchange.integer("min", 0, Long.MAX_VALUE, 0);
    var filter =
        new Filter(
            words(exchange, "include"),
            words(exchange, "exclude"),
            threads(exchange, trace),
            from,
            to,
            minimum,
            steps(exchange, trace.methods()));
    Measure measure =
        exchange.parameter("time").isEmpty() ? Measure.ofWork(clock) : Measure.of(timing);
    return new Selection(filter, timing, measure);
  }

  private static List<String> words(Exchange exchange, String name) {
    List<String> words =
        exchange.parameters(name).stream().filter(word -> !word.isEmpty()).distinct().toList();
    if (words.size() > MOST_WORDS) {
      throw HttpException.badRequest("more than " + MOST_WORDS + " times " + name);
    }
    return words;
  }

  private static List<Transform> steps(Exchange exchange, MethodTable methods) {
    List<String> steps = exchange.parameters("step");
    if (steps.size() > MOST_STEPS) {
      throw HttpException.badRequest("more than " + MOST_STEPS + " times step");
    }
    return steps.stream().map(step -> transform(step, methods)).toList();
  }

  private static Transform transform(String step, MethodTable methods) {
    int dash = step.indexOf('-');
    String of = step.substring(dash + 1);
    return switch (dash < 0 ? step : step.substring(0, dash)) {
      case "merge" -> new Transform.Merge(name(of, methods));
      case "drop" -> new Transform.Drop(name(of, methods));
      case "keep" -> new Transform.Keep(name(of, methods));
      case "focus" -> new Transform.Focus(name(of, methods));
      case "path" ->
          new Transform.FocusPath(
              Arrays.stream(of.split("\\.", -1)).map(each -> name(each, methods)).toList());
      case "collapse" -> new Transform.Collapse(of);
      case "recursion" -> new Transform.FoldRecursion();
      default -> throw HttpException.badRequest("no step '" + step + "'");
    };
  }

  private static String name(String number, MethodTable methods) {
    return methods.get(number("step", number, methods.size())).fullName();
  }

  /** Threads have numbers in addresses, because names repeat; a filter knows them by their ids. */
  private static List<String> threads(Exchange exchange, Trace trace) {
    List<String> ids = new ArrayList<>();
    for (int thread : numbers(exchange, "thread", trace.threads().size())) {
      ids.add(Long.toString(trace.threads().get(thread).id()));
    }
    return ids;
  }

  /** Numbers below {@code count}, separated by commas. */
  static List<Integer> numbers(Exchange exchange, String name, int count) {
    List<Integer> numbers = new ArrayList<>();
    for (String list : exchange.parameters(name)) {
      for (String text : list.split(",", -1)) {
        if (!text.isEmpty()) {
          numbers.add(number(name, text, count));
        }
      }
    }
    return numbers;
  }

  static int number(String name, String text, int count) {
    try {
      int number = Integer.parseInt(text);
      if (number >= 0 && number < count) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, with what is wanted.
    }
    throw HttpException.badRequest(
        name + " is a number from 0 to " + (count - 1) + ", not '" + text + "'");
  }
}
