package dev.dexscope.vm.opcodes;

import dev.dexscope.vm.Assembled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** All cases, or some of them, as a dex file. */
record OpcodeSuite(List<OpcodeCase> cases) {
  static OpcodeSuite whole() {
    List<OpcodeCase> all = new ArrayList<>();
    all.addAll(ValueCases.all());
    all.addAll(ObjectCases.all());
    all.addAll(ThrowCases.all());
    all.addAll(MemberCases.all());
    all.addAll(OperandCases.all());
    all.addAll(HandleCases.all());
    all.addAll(AbsentCases.all());
    Set<String> names = new HashSet<>();
    for (OpcodeCase each : all) {
      if (!names.add(each.name())) {
        System.err.println("two cases are named " + each.name());
      }
    }
    return new OpcodeSuite(all);
  }

  /** Every so many-th of the cases. */
  OpcodeSuite part(int step) {
    List<OpcodeCase> part = new ArrayList<>();
    for (int i = 0; i < cases.size(); i += step) {
      part.add(cases.get(i));
    }
    return new OpcodeSuite(part);
  }

  /** Returns the input of {@link Judge}. */
  String names() {
    return cases.stream().map(OpcodeCase::name).collect(Collectors.joining("\n"));
  }

  byte[] dex(Path folder) throws IOException {
    var text = new StringBuilder(Fixtures.text()).append(OperandCases.taker());
    text.append(HandleCases.fixture()).append(AbsentCases.fixture());
    cases.forEach(each -> text.append(each.smali()));
    return Assembled.dex(folder, text.toString());
  }
}
