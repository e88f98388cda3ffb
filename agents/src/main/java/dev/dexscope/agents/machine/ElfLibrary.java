package dev.dexscope.agents.machine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A shared library in ELF's 64-bit form, as small as the dynamic linker takes it: a page to read
 * and execute (headers, symbols, code), one to read and write (dynamic section, data), and one
 * counter of each thread.
 *
 * @see <a href="https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html">System V ABI</a>
 */
final class ElfLibrary {
  /** The largest one of Linux on any of the machines: no two segments share a page. */
  private static final int PAGE = 0x1_0000;

  private static final int HEADERS = 64 + 5 * 56;
  private static final int SYMBOL = 24;
  private static final int DYNAMIC = 16 * 12;
  private static final int PT_LOAD = 1;
  private static final int PT_DYNAMIC = 2;
  private static final int PT_TLS = 7;
  private static final int PT_GNU_STACK = 0x6474_e551;
  private static final int READ_EXECUTE = 5;
  private static final int READ_WRITE = 6;
  private static final int DF_STATIC_TLS = 0x10;
  private static final int GLOBAL_OBJECT = 0x11;
  private static final int GLOBAL_FUNCTION = 0x12;

  private final Architecture architecture;
  private final MachineCode code;
  private final Map<String, Integer> functions = new LinkedHashMap<>();

  /**
   * @param functions the labels of the code that others find
   */
  ElfLibrary(Architecture architecture, MachineCode code, List<String> functions) {
    this.architecture = architecture;
    this.code = code;
    for (String each : functions) {
      this.functions.put(each, code.offset(each));
    }
  }

  byte[] toBytes() {
    var names = new StringBuilder("\0");
    Map<String, Integer> nameOffsets = new LinkedHashMap<>();
    for (String each : functions.keySet()) {
      nameOffsets.put(each, names.length());
      names.append(each).append('\0');
    }
    nameOffsets.put(Symbols.DATA, names.length());
    names.append(Symbols.DATA).append('\0');

    int symbols = functions.size() + 2;
    int symbolTable = align(HEADERS, 8);
    int nameTable = symbolTable + SYMBOL * symbols;
    int hash = align(nameTable + names.length(), 8);
    int relocations = align(hash + 4 * (3 + symbols), 8);
    int text = align(relocations + SYMBOL, 64);
    byte[] machine = code.toBytes(text, dataAddresses(0));
    int dataInFile = align(text + machine.length, 0x1000);
    int data = PAGE + dataInFile + DYNAMIC;
    machine = code.toBytes(text, dataAddresses(data));
    int dataSize = DYNAMIC + Layout.dataSize();

    // The data are zeros, which the dynamic linker makes.
    ByteBuffer file = ByteBuffer.allocate(dataInFile + DYNAMIC).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
    file.putShort((short) 3).putShort((short) architecture.elfMachine()).putInt(1); // ET_DYN
    file.putLong(0).putLong(64).putLong(0).putInt(0);
    file.putShort((short) 64).putShort((short) 56).putShort((short) 5);
    file.putShort((short) 64).putShort((short) 0).putShort((short) 0);
    int size = text + machine.length;
    segment(file, PT_LOAD, READ_EXECUTE, 0, 0, size, size, PAGE);
    segment(file, PT_LOAD, READ_WRITE, dataInFile, PAGE + dataInFile, DYNAMIC, dataSize, PAGE);
    segment(file, PT_DYNAMIC, READ_WRITE, dataInFile, PAGE + dataInFile, DYNAMIC, DYNAMIC, 8);
    segment(file, PT_GNU_STACK, READ_WRITE, 0, 0, 0, 0, 16);
    // Nothing in the file: the thread's words start at 0.
    file.putInt(PT_TLS).putInt(4).putLong(dataInFile).putLong(PAGE + dataInFile);
    file.putLong(PAGE + dataInFile).putLong(0).putLong(Layout.THREAD_SIZE).putLong(8);

    file.position(symbolTable + SYMBOL);
    for (Map.Entry<String, Integer> each : nameOffsets.entrySet()) {
      Integer function = functions.get(each.getKey());
      symbol(
          file,
          each.getValue(),
          function == null ? GLOBAL_OBJECT : GLOBAL_FUNCTION,
          function == null ? data : text + function);
    }
    file.position(nameTable);
    file.put(names.toString().getBytes(StandardCharsets.US_ASCII));
    // One chain with all symbols.
    file.position(hash);
    file.putInt(1).putInt(symbols).putInt(1);
    for (int i = 0; i < symbols; i++) {
      file.putInt(i == 0 || i == symbols - 1 ? 0 : i + 1);
    }
    file.position(relocations);
    file.putLong(data + Layout.offset(Layout.NESTING));
    file.putLong(architecture.threadOffset()).putLong(0);
    file.position(text);
    file.put(machine);
    file.position(dataInFile);
    for (long each :
        new long[] {
          4,
          hash,
          5,
          nameTable,
          6,
          symbolTable,
          10,
          names.length(),
          11,
          SYMBOL,
          7,
          relocations,
          8,
          SYMBOL,
          9,
          SYMBOL,
          30,
          DF_STATIC_TLS,
          0,
          0
        }) {
      file.putLong(each);
    }
    return file.array();
  }

  private static Map<String, Integer> dataAddresses(int data) {
    Map<String, Integer> addresses = new LinkedHashMap<>();
    Layout.data().forEach((name, offset) -> addresses.put(name, data + offset));
    return addresses;
  }

  private static int align(int offset, int to) {
    return (offset + to - 1) / to * to;
  }

  /**
   * Describes a segment.
   *
   * @param inFile how many of its bytes stand in the file; the others are zeros
   */
  private static void segment(
      ByteBuffer file,
      int type,
      int flags,
      long offset,
      long address,
      long inFile,
      long size,
      long align) {
    file.putInt(type).putInt(flags).putLong(offset).putLong(address).putLong(address);
    file.putLong(inFile).putLong(size).putLong(align);
  }

  private static void symbol(ByteBuffer file, int name, int info, long address) {
    file.putInt(name).put((byte) info).put((byte) 0).putShort((short) 1);
    file.putLong(address).putLong(0);
  }
}
