package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireReader;
import java.util.HashMap;
import java.util.Map;

/**
 * Decodes chunks: a table of the types and their meaning.
 *
 * <p>Fields that a newer VM adds after the known ones are ignored, as tools have always done.
 *
 * <pre>{@code
 * for (RawChunk raw : RawChunk.readAll(vm.peer(), packet.data())) {
 *   if (ChunkCodec.decode(Meaning.EVENT, raw) instanceof ThreadChunk.Created thread) {
 *     System.out.println(thread.name());
 *   }
 * }
 * }</pre>
 */
public final class ChunkCodec {
  private static final Map<Place, Reading> READINGS = new HashMap<>();

  static {
    bare(Meaning.REQUEST, "FEAT", "HPGC", "HPDS", "NHGT", "REAQ", "REAL", "MPRE", "MPSE", "SPSE");
    bare(Meaning.REQUEST, "MPRQ", "VULW", "DBGD", "THLK");
    request("HELO", AppChunk.Greeting::read);
    request("EXIT", AppChunk.Exit::read);
    request("THEN", ThreadChunk.Notify::read);
    request("THST", ThreadChunk.StatusInterval::read);
    request("STKL", ThreadChunk.StackRequest::read);
    request("HPIF", HeapChunk.InfoRequest::read);
    for (String letters : new String[] {"HPSG", "NHSG"}) {
      int type = ChunkType.of(letters);
      request(letters, in -> HeapChunk.SegmentsRequest.read(type, in));
    }
    request("HPDU", HeapChunk.DumpRequest::read);
    request("REAE", AllocationChunk.Enable::read);
    request("MPRS", ProfilingChunk.Start::read);
    request("MPSS", ProfilingChunk.StreamStart::read);
    request("SPSS", ProfilingChunk.SampleStart::read);
    request("DTRC", ProfilingChunk.DraftSwitch::read);
    for (String letters : new String[] {"VURT", "VUOP"}) {
      int type = ChunkType.of(letters);
      request(letters, in -> ViewChunk.ViewRequest.read(type, in));
    }
    request("VUGL", ViewChunk.OpenGlTracing::read);

    bare(Meaning.REPLY, "EXIT", "THEN", "HPSG", "NHSG", "HPGC", "HPDS", "REAE", "MPRS", "MPSS");
    bare(Meaning.REPLY, "SPSS", "MPSE", "SPSE", "DBGD", "DTRC");
    reply("HELO", AppChunk.Hello::read);
    reply("FEAT", AppChunk.Features::read);
    reply("THST", ThreadChunk.Status::read);
    reply("STKL", ThreadChunk.Stack::read);
    reply("THLK", ThreadChunk.Locks::read);
    reply("HPIF", HeapChunk.Infos::readReply);
    reply("HPDU", HeapChunk.DumpResult::read);
    reply("NHGT", HeapChunk.NativeHeap::read);
    reply("REAQ", AllocationChunk.Enabled::read);
    reply("REAL", AllocationChunk.Recent::read);
    reply("MPRE", ProfilingChunk.Stopped::read);
    reply("MPRQ", ProfilingChunk.State::read);
    reply("VULW", ViewChunk.Windows::read);

    event("APNM", AppChunk.Name::read);
    event("WAIT", AppChunk.Waiting::read);
    event("STAG", AppChunk.Stage::read);
    event("THCR", ThreadChunk.Created::read);
    event("THNM", ThreadChunk.Renamed::read);
    event("THDE", ThreadChunk.Died::read);
    event("THST", ThreadChunk.DraftStatus::read);
    event("HPIF", HeapChunk.Infos::read);
    for (String letters : new String[] {"HPST", "NHST", "HPEN", "NHEN"}) {
      int type = ChunkType.of(letters);
      event(letters, in -> HeapChunk.SegmentsEdge.read(type, in));
    }
    for (String letters : new String[] {"HPSG", "HPSO", "NHSG"}) {
      int type = ChunkType.of(letters);
      event(letters, in -> HeapChunk.Segment.read(type, in));
    }
    event("HPDS", HeapChunk.Dump::read);
    event("MPSE", ProfilingChunk.Trace::read);
    event("DTRC", ProfilingChunk.DraftPart::read);

    for (Meaning each : Meaning.values()) {
      put(each, "FAIL", CommonChunk.Failure::read);
      put(each, "ZLIB", CommonChunk.Compressed::read);
    }
  }

  private ChunkCodec() {}

  private record Place(Meaning meaning, int type) {}

  private interface Reading {
    Chunk read(WireReader in);
  }

  /** The chunk with its meaning; one of an unknown type as it is. */
  public static Chunk decode(Meaning meaning, RawChunk raw) {
    Reading reading = READINGS.get(new Place(meaning, raw.type()));
    return reading == null
        ? new CommonChunk.Opaque(raw.type(), raw.data())
        : reading.read(WireReader.bigEndian(ChunkType.name(raw.type()), raw.data()));
  }

  /** Returns whether the type has a meaning there. */
  public static boolean knows(Meaning meaning, int type) {
    return READINGS.containsKey(new Place(meaning, type));
  }

  private static void request(String letters, Reading reading) {
    put(Meaning.REQUEST, letters, reading);
  }

  private static void reply(String letters, Reading reading) {
    put(Meaning.REPLY, letters, reading);
  }

  private static void event(String letters, Reading reading) {
    put(Meaning.EVENT, letters, reading);
  }

  private static void bare(Meaning meaning, String... types) {
    for (String letters : types) {
      int type = ChunkType.of(letters);
      put(meaning, letters, _ -> new CommonChunk.Bare(type));
    }
  }

  private static void put(Meaning meaning, String letters, Reading reading) {
    READINGS.put(new Place(meaning, ChunkType.of(letters)), reading);
  }
}
