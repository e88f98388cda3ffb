package dev.dexscope.trace.dmtracedump;

/** A report for a terminal. */
record TextStyle() implements Style {
  @Override
  public String begin() {
    return "";
  }

  @Override
  public String end() {
    return "";
  }

  @Override
  public String section(String name) {
    return "\n" + "=".repeat(70) + "\n";
  }

  @Override
  public String gap() {
    return "";
  }

  @Override
  public String listBegin() {
    return "";
  }

  @Override
  public String listEnd() {
    return "";
  }

  @Override
  public String anchor(int index) {
    return "";
  }

  @Override
  public String reference(int index) {
    return "[" + index + "]";
  }

  @Override
  public String text(String text) {
    return text;
  }

  @Override
  public String groupHeads(String kind) {
    return "   Cycles %/total Cumul.%  Calls+Recur  " + kind + "\n";
  }

  @Override
  public String groupBegin(String id, String[] columns, String name) {
    return "-".repeat(45) + "\n" + String.join(" ", columns) + " " + name + "\n";
  }

  @Override
  public String member(String columns, int index, String name, String signature) {
    return columns + " " + reference(index) + " " + name + " " + signature + "\n";
  }

  @Override
  public String groupEnd() {
    return "";
  }
}
