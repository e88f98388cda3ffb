package dev.dexscope.dex;

import dev.dexscope.dex.raw.DexBytes;
import dev.dexscope.dex.raw.ItemCursor;
import java.util.Arrays;

/** Unpacks code_items. */
final class CodeReader {
  private CodeReader() {}

  static void read(DexBytes bytes, int types, int at, MethodBody body) {
    body.file = bytes.name();
    body.offset = at;
    body.registers = bytes.uint16(at, "code_item");
    body.ins = bytes.uint16(at + 2, "code_item");
    body.outs = bytes.uint16(at + 4, "code_item");
    body.tries = bytes.uint16(at + 6, "code_item");
    int size = bytes.int32(at + 12, "code_item");
    new ItemCursor(bytes, "code_item", at + 16).checkCount(size, 2);
    body.resize(size);
    bytes.read(at + 16, body.insns, size);
    body.handlers = 0;
    if (body.tries > 0) {
      readTries(bytes, types, at + 16 + size * 2 + (size & 1) * 2, body);
    }
  }

  private static void readTries(DexBytes bytes, int types, int at, MethodBody body) {
    int tries = new ItemCursor(bytes, "try_item", at).checkCount(body.tries, 8);
    body.startTries();
    int last = 0;
    int[] handlerOffsets = new int[tries];
    for (int i = 0; i < tries; i++) {
      int start = bytes.int32(at + i * 8, "try_item");
      int end = start + bytes.uint16(at + i * 8 + 4, "try_item");
      handlerOffsets[i] = bytes.uint16(at + i * 8 + 6, "try_item");
      if (start < last || end < start) {
        throw bytes.broken("try_item", at + i * 8L, "tries are out of order");
      }
      last = end;
      body.tryStart[i] = start;
      body.tryEnd[i] = end;
    }
    readHandlers(bytes, types, at + tries * 8, handlerOffsets, body);
  }

  private static void readHandlers(
      DexBytes bytes, int types, int base, int[] wanted, MethodBody body) {
    var cursor = new ItemCursor(bytes, "encoded_catch_handler_list", base);
    int lists = cursor.count(2);
    int[] listOffset = new int[lists];
    int[] listStart = new int[lists + 1];
    for (int i = 0; i < lists; i++) {
      listOffset[i] = cursor.offset() - base;
      listStart[i] = body.handlers;
      int size = cursor.sleb128();
      int typed = cursor.checkCount(Math.abs(size), 2);
      for (int j = 0; j < typed; j++) {
        int type = cursor.uleb128();
        if (Integer.compareUnsigned(type, types) >= 0) {
          throw cursor.broken("handler of the undefined type " + Integer.toUnsignedLong(type));
        }
        body.addHandler(type, cursor.uleb128());
      }
      if (size <= 0) {
        body.addHandler(MethodBody.CATCH_ALL, cursor.uleb128());
      }
    }
    listStart[lists] = body.handlers;
    for (int i = 0; i < wanted.length; i++) {
      int list = Arrays.binarySearch(listOffset, wanted[i]);
      if (list < 0) {
        throw bytes.broken("try_item", base, "no handlers at offset " + wanted[i]);
      }
      body.tryHandlers[i] = listStart[list];
      body.tryHandlersEnd[i] = listStart[list + 1];
    }
  }
}
