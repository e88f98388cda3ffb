package dev.dexscope.apphost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

class DirectCallsTest {
  private static final String ROBOLECTRIC =
      "org/robolectric/internal/bytecode/InvokeDynamicSupport";
  private static final String OURS = "dev/dexscope/apphost/device/CallSites";
  private static final ClassDesc OWNER = ClassDesc.ofInternalName(ROBOLECTRIC);
  private static final ClassDesc PREPARED = ClassDesc.of("dev.dexscope.apphost.Prepared");
  private static final ClassDesc CALL_SITE = ClassDesc.of("java.lang.invoke.CallSite");
  private static final MethodTypeDesc INT_TO_INT =
      MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);

  /** As the framework's classes are prepared: {@code twice} calls {@code $$robo$$...twice}. */
  private static byte[] prepared() {
    return ClassFile.of()
        .build(
            PREPARED,
            type -> {
              type.withFlags(ClassFile.ACC_PUBLIC);
              type.withMethodBody(
                  ConstantDescs.INIT_NAME,
                  ConstantDescs.MTD_void,
                  ClassFile.ACC_PUBLIC,
                  code ->
                      code.aload(0)
                          .invokespecial(
                              ConstantDescs.CD_Object,
                              ConstantDescs.INIT_NAME,
                              ConstantDescs.MTD_void)
                          .return_());
              body(type, "triple", ClassFile.ACC_PRIVATE, code -> code.iload(1).iconst_3());
              body(
                  type,
                  "twice",
                  ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC,
                  code -> code.iload(0).iconst_2());
              detour(
                  type, "triple", ClassFile.ACC_PUBLIC, DirectMethodHandleDesc.Kind.SPECIAL, false);
              detour(
                  type,
                  "twice",
                  ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                  DirectMethodHandleDesc.Kind.STATIC,
                  true);
            });
  }

  private static void body(ClassBuilder type, String name, int flags, Consumer<CodeBuilder> load) {
    type.withMethodBody(
        "$$robo$$" + name,
        INT_TO_INT,
        flags,
        code -> {
          load.accept(code);
          code.imul().ireturn();
        });
  }

  /** With a switch before the call, so that the instructions have to be decoded. */
  private static void detour(
      ClassBuilder type,
      String name,
      int flags,
      DirectMethodHandleDesc.Kind kind,
      boolean isStatic) {
    DirectMethodHandleDesc bootstrap =
        MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            OWNER,
            isStatic ? "bootstrapStatic" : "bootstrap",
            MethodTypeDesc.of(
                CALL_SITE,
                ConstantDescs.CD_MethodHandles_Lookup,
                ConstantDescs.CD_String,
                ConstantDescs.CD_MethodType,
                ConstantDescs.CD_MethodHandle,
                ConstantDescs.CD_int));
    DirectMethodHandleDesc original =
        MethodHandleDesc.ofMethod(kind, PREPARED, "$$robo$$" + name, INT_TO_INT);
    MethodTypeDesc site =
        isStatic
            ? INT_TO_INT
            : MethodTypeDesc.of(ConstantDescs.CD_int, PREPARED, ConstantDescs.CD_int);
    int number = isStatic ? 0 : 1;
    type.withMethodBody(
        name,
        INT_TO_INT,
        flags,
        code -> {
          var rest = code.newLabel();
          code.iload(number)
              .lookupswitch(rest, List.of(SwitchCase.of(0xba00_00ba, rest)))
              .labelBinding(rest);
          if (!isStatic) {
            code.aload(0);
          }
          code.iload(number)
              .invokedynamic(DynamicCallSiteDesc.of(bootstrap, name, site, original, 0))
              .ireturn();
        });
  }

  private static List<CodeElement> calls(byte[] file) {
    return ClassFile.of().parse(file).methods().stream()
        .flatMap(DirectCallsTest::instructions)
        .filter(each -> each instanceof InvokeDynamicInstruction)
        .toList();
  }

  private static Stream<CodeElement> instructions(MethodModel method) {
    return method.code().stream().flatMap(code -> code.elementList().stream());
  }

  @Test
  void aClassWithoutShadowsCallsItsOwnMethods() throws ReflectiveOperationException {
    byte[] direct = DirectCalls.of(prepared(), false);

    assertThat(calls(direct)).isEmpty();
    Class<?> type = MethodHandles.lookup().defineClass(direct);
    Object object = type.getConstructor().newInstance();
    assertThat(type.getMethod("triple", int.class).invoke(object, 7)).isEqualTo(21);
    assertThat(type.getMethod("twice", int.class).invoke(null, 7)).isEqualTo(14);
  }

  @Test
  void aClassWithShadowsIsLinkedByOurCallSites() {
    byte[] ours = DirectCalls.of(prepared(), true);

    assertThat(calls(ours)).hasSize(2);
    assertThat(new String(ours, StandardCharsets.ISO_8859_1))
        .contains(OURS)
        .doesNotContain(ROBOLECTRIC);
  }

  @Test
  void aClassThatWasNotPreparedStaysAsItIs() throws IOException {
    try (InputStream in = Object.class.getResourceAsStream("Object.class")) {
      byte[] file = in.readAllBytes();
      assertThat(DirectCalls.of(file, false)).isSameAs(file);
    }
  }

  /** Of each class nothing changes but the detours. */
  @Test
  @NeedsPeer(Peer.APP_FRAMEWORK)
  void theFrameworkStaysWhatItIsExceptForItsDetours() throws IOException {
    Path jar;
    try (Stream<Path> files = Files.list(Peer.APP_FRAMEWORK.path())) {
      jar = files.filter(each -> each.toString().contains("android-all")).findFirst().orElseThrow();
    }
    int changed = 0;
    try (var zip = new ZipFile(jar.toFile())) {
      List<? extends ZipEntry> all =
          zip.stream().filter(each -> each.getName().endsWith(".class")).toList();
      for (int i = 0; i < all.size(); i += 23) {
        changed += compare(zip.getInputStream(all.get(i)).readAllBytes(), all.get(i).getName());
      }
    }
    assertThat(changed).isGreaterThan(1_000);
  }

  private static int compare(byte[] file, String name) {
    List<MethodModel> before = ClassFile.of().parse(file.clone()).methods();
    List<MethodModel> after = ClassFile.of().parse(DirectCalls.of(file, false)).methods();
    assertThat(after).as(name).hasSameSizeAs(before);
    int changed = 0;
    for (int i = 0; i < before.size(); i++) {
      List<String> old = texts(before.get(i));
      List<String> now = texts(after.get(i));
      assertThat(now).as(name + " " + before.get(i).methodName()).isEqualTo(old);
      changed += (int) old.stream().filter(DIRECT::equals).count();
    }
    return changed;
  }

  private static final String DIRECT = "direct call";

  /** Instructions as text, detours and what they become alike. */
  private static List<String> texts(MethodModel method) {
    return instructions(method)
        .filter(each -> !(each instanceof NopInstruction))
        .map(each ->
            switch (each) {
              case InvokeDynamicInstruction site when isDetour(site) -> DIRECT;
              case InvokeInstruction call when call.name().stringValue().startsWith("$$robo$$") ->
                  DIRECT;
              default ->
                  each.toString()
                      .replace("InvokeDynamicSupport::", "CallSites::")
                      .replaceAll("id=\\d+", "");
            })
        .toList();
  }

  private static boolean isDetour(InvokeDynamicInstruction site) {
    return site.bootstrapMethod().owner().equals(OWNER)
        && List.of("bootstrap", "bootstrapStatic").contains(site.bootstrapMethod().methodName());
  }
}
