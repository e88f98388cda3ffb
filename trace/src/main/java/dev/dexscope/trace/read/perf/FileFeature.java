package dev.dexscope.trace.read.perf;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.read.perf.MappedFile.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The files that simpleperf describes in its recording, by their paths: each after its length, as a
 * structure, or in newer recordings as a protobuf message (record_file.proto).
 */
final class FileFeature {
  private static final int DEX = 3;
  private static final int ELF = 2;
  private static final int KERNEL_MODULE = 1;

  private FileFeature() {}

  static Map<String, MappedFile> read(ByteView section, boolean isProto) {
    Map<String, MappedFile> files = new HashMap<>();
    long at = 0;
    while (section.has(at, 4)) {
      long length = section.u4(at);
      ByteView file = section.slice(at + 4, length);
      if (isProto) {
        message(file, files);
      } else {
        structure(file, files);
      }
      at += 4 + length;
    }
    return files;
  }

  private static void structure(ByteView in, Map<String, MappedFile> files) {
    long end = end(in, 0);
    String path = in.text(0, end);
    long at = end + 1;
    int type = in.i4(at);
    long min = in.i8(at + 4);
    long count = in.u4(at + 12);
    at += 16;
    List<Symbol> symbols = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      end = end(in, at + 12);
      symbols.add(new Symbol(in.i8(at), in.u4(at + 8), in.text(at + 12, end - at - 12)));
      at = end + 1;
    }
    if (type == DEX) {
      at += 4 + 8 * in.u4(at);
    }
    boolean hasOffset = (type == ELF || type == KERNEL_MODULE) && in.has(at, 8);
    long offset = hasOffset ? in.i8(at) : MappedFile.NO_OFFSET;
    files.put(path, new MappedFile(type, min, offset, symbols));
  }

  private static long end(ByteView in, long at) {
    long end = in.indexOf(0, at, in.size());
    if (end < 0) {
      throw in.fault(at, "a text without its end");
    }
    return end;
  }

  private static void message(ByteView in, Map<String, MappedFile> files) {
    String path = "";
    long type = 0;
    long min = 0;
    long offset = 0;
    List<Symbol> symbols = new ArrayList<>();
    var fields = new ProtoReader(in);
    while (fields.next()) {
      switch (fields.number()) {
        case 1 -> path = fields.value().text(0, fields.value().size());
        case 2 -> type = ProtoReader.varint(fields.value());
        case 3 -> min = ProtoReader.varint(fields.value());
        case 4 -> symbols.add(symbol(fields.value()));
        case 6, 7 -> offset = offset(fields.value());
        default -> {}
      }
    }
    files.put(path, new MappedFile((int) type, min, offset, symbols));
  }

  private static Symbol symbol(ByteView in) {
    long address = 0;
    long length = 0;
    String name = "";
    var fields = new ProtoReader(in);
    while (fields.next()) {
      switch (fields.number()) {
        case 1 -> address = ProtoReader.varint(fields.value());
        case 2 -> length = ProtoReader.varint(fields.value());
        case 3 -> name = fields.value().text(0, fields.value().size());
        default -> {}
      }
    }
    return new Symbol(address, length, name);
  }

  private static long offset(ByteView in) {
    var fields = new ProtoReader(in);
    long offset = 0;
    while (fields.next()) {
      if (fields.number() == 1) {
        offset = ProtoReader.varint(fields.value());
      }
    }
    return offset;
  }
}
