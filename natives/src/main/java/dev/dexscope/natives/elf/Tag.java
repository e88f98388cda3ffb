package dev.dexscope.natives.elf;

/** The tags of the dynamic section that are read or written. */
final class Tag {
  static final long NULL = 0;
  static final long NEEDED = 1;
  static final long PLTRELSZ = 2;
  static final long HASH = 4;
  static final long STRTAB = 5;
  static final long SYMTAB = 6;
  static final long RELA = 7;
  static final long RELASZ = 8;
  static final long RELAENT = 9;
  static final long STRSZ = 10;
  static final long SYMENT = 11;
  static final long INIT = 12;
  static final long FINI = 13;
  static final long SONAME = 14;
  static final long RPATH = 15;
  static final long REL = 17;
  static final long PLTREL = 20;
  static final long TEXTREL = 22;
  static final long JMPREL = 23;
  static final long BIND_NOW = 24;
  static final long INIT_ARRAY = 25;
  static final long FINI_ARRAY = 26;
  static final long INIT_ARRAYSZ = 27;
  static final long FINI_ARRAYSZ = 28;
  static final long RUNPATH = 29;
  static final long FLAGS = 30;
  static final long RELRSZ = 35;
  static final long RELR = 36;
  static final long RELRENT = 37;
  static final long ANDROID_REL = 0x6000000f;
  static final long ANDROID_RELSZ = 0x60000010;
  static final long ANDROID_RELA = 0x60000011;
  static final long ANDROID_RELASZ = 0x60000012;
  static final long ANDROID_RELR = 0x6fffe000;
  static final long ANDROID_RELRSZ = 0x6fffe001;
  static final long ANDROID_RELRENT = 0x6fffe003;
  static final long GNU_HASH = 0x6ffffef5;
  static final long VERSYM = 0x6ffffff0;
  static final long RELACOUNT = 0x6ffffff9;
  static final long FLAGS_1 = 0x6ffffffb;
  static final long VERDEF = 0x6ffffffc;
  static final long VERDEFNUM = 0x6ffffffd;
  static final long VERNEED = 0x6ffffffe;
  static final long VERNEEDNUM = 0x6fffffff;

  private Tag() {}
}
