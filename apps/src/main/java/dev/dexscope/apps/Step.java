package dev.dexscope.apps;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One thing that is done to an app that runs. */
public sealed interface Step {
  /** Touches a view or a place. */
  record Tap(Target target, boolean isLong) implements Step {}

  /** Sets the text of a field, as if typed. */
  record Type(Target target, String text) implements Step {}

  /** Types into the field that has the focus, where its cursor is. */
  record Keys(String text) implements Step {}

  /** Moves a finger over the screen, in so many milliseconds. */
  record Swipe(int fromX, int fromY, int toX, int toY, int millis) implements Step {}

  /** Moves a finger over most of the screen: what is below comes up, for {@code UP}. */
  record Fling(Direction direction) implements Step {}

  /** One event of a touch that others begin and end. */
  record Touch(Movement movement, int x, int y) implements Step {}

  /** Turns the screen. */
  record Rotate() implements Step {}

  /**
   * The user changes a setting of the phone.
   *
   * @param assignment as {@link PhoneSettings#change(String)} takes it
   */
  record Setting(String assignment) implements Step {}

  /** Presses the back key. */
  record Back() implements Step {}

  /**
   * Presses a key.
   *
   * @param name of {@code android.view.KeyEvent}, {@code KEYCODE_ENTER} or {@code ENTER}, or its
   *     number
   */
  record Key(String name) implements Step {}

  /** Writes the component of the activity on top into a file, which is empty if there is none. */
  record Focus(Path file) implements Step {}

  /** Writes the app's running services into a file, a line each: class, then its state. */
  record Services(Path file) implements Step {}

  /** Lets time go by. */
  record Wait(long millis) implements Step {}

  /** Touches what can be touched, at random: the same for the same seed. */
  record Monkey(int count, long seed) implements Step {}

  /** Draws all windows into a PNG file. */
  record Screenshot(Path file) implements Step {}

  /** Writes the views of all windows: as JSON if the file ends so, to the output if it is empty. */
  record Tree(String file) implements Step {}

  /** Ends the recording that has begun with the app, before the app is ended. */
  record EndRecording() implements Step {}

  /** Ends all activities, and starts the first one anew. */
  record Relaunch() implements Step {}

  /**
   * Starts an activity as another app would.
   *
   * @param activity its class or an action, or an intent as Android writes it: {@code
   *     intent:#Intent;...;end}
   */
  record Start(String activity) implements Step {}

  /** What is done with a service. */
  enum ServiceAction {
    START,
    START_FOREGROUND,
    STOP
  }

  /**
   * Starts or stops a service as another app would.
   *
   * @param intent as Android writes it
   */
  record Service(ServiceAction action, String intent) implements Step {}

  /**
   * Sends a request to a provider as another app would.
   *
   * @param verb of Android's {@code content}: query, insert, update, delete, gettype or call
   * @param words its options, each with its values
   * @param result the file for what the command prints
   */
  record Content(String verb, Map<String, List<String>> words, Path result) implements Step {
    /**
     * A value with its type, as {@code --bind} and {@code --extra} take it.
     *
     * @param type one of {@code bsilfdn}: a boolean, a string, an int, a long, a float, a double or
     *     null
     */
    public record Binding(String name, char type, String value) {
      private static final Pattern FORM =
          Pattern.compile("([^:]+):([bsilfdn]):(.*)", Pattern.DOTALL);

      /** Reads {@code NAME:TYPE:VALUE}; empty if it is none. */
      public static Optional<Binding> parse(String text) {
        return Optional.of(FORM.matcher(text))
            .filter(Matcher::matches)
            .map(it -> new Binding(it.group(1), it.group(2).charAt(0), it.group(3)));
      }
    }

    /** Returns the text of the step. */
    public static String text(String verb, Map<String, List<String>> words, Path result) {
      StringBuilder text = new StringBuilder("content:").append(verb);
      words.forEach((name, values) ->
          values.forEach(each ->
              text.append('&')
                  .append(name)
                  .append('=')
                  .append(URLEncoder.encode(each, StandardCharsets.UTF_8))));
      return text + RESULT + result;
    }

    /** Returns the values of an option. */
    public List<String> all(String word) {
      return words.getOrDefault(word, List.of());
    }

    /** Returns the first value of an option; empty without one. */
    public String first(String word) {
      List<String> values = all(word);
      return values.isEmpty() ? "" : values.getFirst();
    }
  }

  /** What a finger does at a place. */
  enum Movement {
    DOWN,
    MOVE,
    UP,
    CANCEL
  }

  /**
   * Sends a broadcast as another app would, to one receiver after the other.
   *
   * @param intent as Android writes it
   * @param result the file for the result that the receivers leave; null for none
   */
  record Broadcast(String intent, @Nullable Path result) implements Step {}

  /** The direction of a finger's movement. */
  enum Direction {
    UP,
    DOWN,
    LEFT,
    RIGHT
  }

  /** The second line of a {@link Focus}: the keyboard is on the screen. */
  String KEYBOARD = "keyboard";

  /** What is between a broadcast and the file for its result; an intent writes no spaces. */
  String RESULT = " > ";

  /** An intent at the end of a step, with the file for its result. */
  Pattern INTENT = Pattern.compile("intent:\\S*;end(" + RESULT + ".*)?$");

  /** What an intent names: its component, or else its action. */
  Pattern NAMED = Pattern.compile(";(?:component|action)=([^;]+)");

  /** Returns the text of a step for people: an intent by what it names. */
  static String label(String text) {
    Matcher intent = INTENT.matcher(text);
    if (!intent.find()) {
      return text;
    }
    String named = "";
    Matcher parts = NAMED.matcher(intent.group());
    while (parts.find()) {
      named = named.isEmpty() || parts.group().startsWith(";c") ? parts.group(1) : named;
    }
    return named.isEmpty() ? text : text.substring(0, intent.start()) + named;
  }

  /** Reads one step, {@code NAME} or {@code NAME:ARGUMENT}. */
  static Step parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String argument = colon < 0 ? "" : text.substring(colon + 1);
    try {
      return switch (name) {
        case "tap" -> new Tap(Target.parse(argument), false);
        case "longtap" -> new Tap(Target.parse(argument), true);
        case "text" -> type(argument);
        case "keys" -> keys(argument);
        case "swipe" -> swipe(argument);
        case "touch" -> touch(argument);
        case "rotate" -> new Rotate();
        case "set" -> new Setting(argument);
        case "back" -> new Back();
        case "key" -> key(argument);
        case "services" -> new Services(file(argument, "services:a.txt"));
        case "focus" -> new Focus(file(argument, "focus:a.txt"));
        case "wait" -> new Wait(number(argument, 1, 3_600_000));
        case "monkey" -> monkey(argument);
        case "screenshot" -> new Screenshot(file(argument, "screenshot:a.png"));
        case "tree" -> new Tree(argument.isEmpty() ? "" : file(argument, "tree:a.json").toString());
        case "end-recording" -> new EndRecording();
        case "relaunch" -> new Relaunch();
        case "start" -> start(argument);
        case "broadcast" -> broadcast(argument);
        case "service" -> service(argument);
        case "content" -> content(argument);
        default ->
            throw new AppException(
                "no such step",
                text,
                "steps: tap longtap text keys swipe touch rotate set back key focus wait monkey screenshot tree relaunch start broadcast service services content");
      };
    } catch (NumberFormatException e) {
      throw new AppException("a step with a wrong number", text, e.getMessage() + "");
    }
  }

  private static Start start(String argument) {
    if (argument.isEmpty()) {
      throw new AppException("start without an activity", argument, "such as start:.Settings");
    }
    return new Start(argument);
  }

  /** Reads {@code VERB&NAME=VALUE... > FILE}, with values as in addresses of the web. */
  private static Content content(String argument) {
    int arrow = argument.lastIndexOf(RESULT);
    String example = "content:query&uri=content%3A%2F%2Fa.b%2Fc > a.txt";
    Path file = file(arrow < 0 ? "" : argument.substring(arrow + RESULT.length()), example);
    String[] parts = argument.substring(0, Math.max(0, arrow)).split("&", -1);
    Map<String, List<String>> words = new TreeMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      try {
        words
            .computeIfAbsent(parts[i].substring(0, Math.max(0, equals)), _ -> new ArrayList<>())
            .add(URLDecoder.decode(parts[i].substring(equals + 1), StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw new AppException("a value that is wrong", parts[i], "such as " + example);
      }
    }
    return new Content(parts[0], words, file);
  }

  /** Reads {@code start,INTENT}, {@code start_foreground,INTENT} or {@code stop,INTENT}. */
  private static Service service(String argument) {
    int comma = argument.indexOf(',');
    for (ServiceAction each : ServiceAction.values()) {
      if (comma > 0 && each.name().toLowerCase(Locale.ROOT).equals(argument.substring(0, comma))) {
        return new Service(each, argument.substring(comma + 1));
      }
    }
    throw new AppException(
        "no such service step",
        argument,
        "such as service:start,intent:#Intent;component=a.b/.C;end");
  }

  /** Reads {@code INTENT} or {@code INTENT > FILE}. */
  private static Broadcast broadcast(String argument) {
    int arrow = argument.lastIndexOf(RESULT);
    if (arrow < 0) {
      return new Broadcast(argument, null);
    }
    Path file =
        file(argument.substring(arrow + RESULT.length()), "broadcast:intent:#Intent;end > a.txt");
    return new Broadcast(argument.substring(0, arrow), file);
  }

  private static Type type(String argument) {
    int equals = argument.indexOf('=');
    if (equals < 1) {
      throw new AppException("text without a value", argument, "such as text:id/user=joe");
    }
    return new Type(Target.parse(argument.substring(0, equals)), argument.substring(equals + 1));
  }

  private static Keys keys(String argument) {
    if (argument.isEmpty()) {
      throw new AppException("keys without a text", argument, "such as keys:joe");
    }
    return new Keys(argument);
  }

  private static Key key(String argument) {
    if (!argument.matches("\\w+")) {
      throw new AppException("key without a name", argument, "such as key:ENTER or key:66");
    }
    return new Key(argument);
  }

  private static Step swipe(String argument) {
    for (Direction each : Direction.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(argument)) {
        return new Fling(each);
      }
    }
    String[] parts = argument.split(",", -1);
    if (parts.length < 4 || parts.length > 5) {
      throw new AppException(
          "swipe needs four numbers", argument, "such as swipe:100,900,100,200 or swipe:up");
    }
    int[] numbers = new int[] {0, 0, 0, 0, 300};
    for (int i = 0; i < parts.length; i++) {
      numbers[i] = (int) number(parts[i].strip(), 0, 60_000);
    }
    return new Swipe(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
  }

  private static Touch touch(String argument) {
    String[] parts = argument.split(",", -1);
    for (Movement each : Movement.values()) {
      if (parts.length == 3 && each.name().toLowerCase(Locale.ROOT).equals(parts[0])) {
        return new Touch(
            each, (int) number(parts[1], 0, 60_000), (int) number(parts[2], 0, 60_000));
      }
    }
    throw new AppException("no such touch", argument, "such as touch:down,100,200");
  }

  private static Monkey monkey(String argument) {
    int at = argument.indexOf('@');
    if (at < 0) {
      return new Monkey((int) number(argument, 1, 1_000_000), new Random().nextInt(1_000_000));
    }
    return new Monkey(
        (int) number(argument.substring(0, at), 1, 1_000_000),
        Long.parseLong(argument.substring(at + 1)));
  }

  private static long number(String text, long least, long most) {
    long number = Long.parseLong(text);
    if (number < least || number > most) {
      throw new NumberFormatException(number + " is not from " + least + " to " + most);
    }
    return number;
  }

  private static Path file(String argument, String example) {
    try {
      if (!argument.isEmpty()) {
        return Path.of(argument);
      }
    } catch (InvalidPathException e) {
      // It is reported below.
    }
    throw new AppException("a step without a file's name", argument, "such as " + example);
  }
}
