package dev.dexscope.trace.read;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.read.json.OtlpJson;
import dev.dexscope.trace.read.proto.OtlpFile;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an exporter of OpenTelemetry's profiles sends: profiles of one or more resources, with one
 * dictionary. Each resource's can be read alone.
 *
 * <pre>{@code
 * for (OtlpRequest.Part part : OtlpRequest.parts(bytes, false)) {
 *   String app = part.facts().getOrDefault("app", "");
 *   part.writeTo(out);
 * }
 * }</pre>
 */
public final class OtlpRequest {
  private static final int COPIED = 1 << 16;

  private OtlpRequest() {}

  /**
   * The profiles of one resource.
   *
   * @param facts its attributes that are facts of a run, by the names of a store's facts
   * @param profiles how many there are
   */
  public record Part(Map<String, String> facts, int profiles, ByteView resource, ByteView tables) {
    /**
     * Writes them as a file that {@link TraceReader} reads.
     *
     * @throws IOException if it cannot be written
     */
    public void writeTo(OutputStream out) throws IOException {
      write(1, resource, out);
      write(2, tables, out);
    }

    private static byte[] head(int field, ByteView message) {
      var head = new ProtoWriter();
      head.varint((long) field << 3 | ProtoReader.LENGTH);
      head.varint(message.size());
      return head.toBytes();
    }

    private static void write(int field, ByteView message, OutputStream out) throws IOException {
      out.write(head(field, message));
      byte[] buffer = new byte[COPIED];
      for (long at = 0; at < message.size(); at += buffer.length) {
        int length = (int) Math.min(buffer.length, message.size() - at);
        message.copy(at, buffer, length);
        out.write(buffer, 0, length);
      }
    }
  }

  /**
   * The profiles of a request by their resources; those without a profile are left out.
   *
   * @param isJson whether it is in JSON, not in protobuf
   * @throws TraceFormatException if it is no such request
   */
  public static List<Part> parts(MemorySegment request, boolean isJson) {
    ByteView sent = ByteView.of("profiles", request, TraceFormatException::new);
    ByteView in = isJson ? OtlpJson.toProto(sent) : sent;
    List<ByteView> resources = new ArrayList<>();
    ByteView tables = in.slice(0, 0);
    var fields = new ProtoReader(in);
    while (fields.next()) {
      if (fields.wireType() != ProtoReader.LENGTH) {
        throw in.fault(0, "is no message of profiles");
      }
      switch (fields.number()) {
        case 1 -> resources.add(fields.value());
        case 2 -> tables = fields.value();
        default -> {}
      }
    }
    List<Part> parts = new ArrayList<>();
    for (ByteView each : resources) {
      int profiles = OtlpFile.profiles(each);
      if (profiles > 0) {
        parts.add(new Part(OtlpFile.facts(each, tables), profiles, each, tables));
      }
    }
    return parts;
  }
}
