package dev.dexscope.vm.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.MBeanOperationInfo;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HotSpotCommandsTest {
  @Test
  void aCommandRunsWithItsOptions() throws IOException {
    assertThat(HotSpotCommands.run("Thread.print"))
        .contains("\"" + Thread.currentThread().getName());
    assertThat(HotSpotCommands.run("GC.class_histogram -all")).contains("java.lang.String");
  }

  @Test
  void anUnknownOneIsRefused() {
    assertThatThrownBy(() -> HotSpotCommands.run("No.such"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No.such");
  }

  /** As the bean of the platform has them. */
  @ParameterizedTest
  @ValueSource(
      strings = {"JVMTI.agent_load", "GC.class_histogram", "Thread.print", "JFR.configure"})
  void theBeanHasItToo(String command) throws Exception {
    assertThat(
            ManagementFactory.getPlatformMBeanServer()
                .getMBeanInfo(new ObjectName("com.sun.management:type=DiagnosticCommand"))
                .getOperations())
        .extracting(MBeanOperationInfo::getName)
        .contains(HotSpotCommands.operation(command));
  }
}
