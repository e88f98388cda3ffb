package dev.dexscope.web.store;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A further use of uploads that have certain parameters, by the process that opens them. If it
 * cannot be done, the upload is refused.
 *
 * @param facts the names of these parameters
 * @param check throws {@code IllegalArgumentException} for facts that are not accepted, before the
 *     upload is received
 * @param mainClass the program that opens uploads; it calls {@link InspectorMain#run}
 * @param arguments its arguments
 */
public record UploadUse(
    List<String> facts,
    Consumer<Map<String, String>> check,
    String mainClass,
    List<String> arguments) {
  /** Uploads are kept and shown. */
  public static final UploadUse NONE =
      new UploadUse(List.of(), _ -> {}, InspectorMain.class.getName(), List.of());

  public UploadUse {
    facts = List.copyOf(facts);
    arguments = List.copyOf(arguments);
  }
}
