package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentCommandTest {
  @TempDir Path folder;

  private TestShell.Result run(String line) throws IOException {
    return TestShell.run(folder, line);
  }

  @Test
  void settingsAreRowsThatAreTheSameAsThoseOfTheirCommand() throws IOException {
    String system = "--uri content://settings/system ";
    assertThat(
            run("content insert "
                    + system
                    + "--bind name:s:user_rotation --bind value:i:1; settings get system user_rotation;"
                    + "content query "
                    + system
                    + "--projection name:value --where \"name='user_rotation'\";"
                    + "content update "
                    + system
                    + "--bind value:i:0 --where \"name='user_rotation'\";"
                    + "content query --uri content://settings/system/user_rotation --projection value;"
                    + "content delete "
                    + system
                    + "--where 'name=\"user_rotation\"'; settings get system user_rotation;"
                    + "content query "
                    + system
                    + "--where \"name='user_rotation'\"")
                .out())
        .isEqualTo(
            "1\nRow: 0 name=user_rotation, value=1\nRow: 0 value=0\nnull\nNo result found.\n");
    assertThat(
            run("content call --uri content://settings --method PUT_secure --arg a --extra value:s:b;"
                    + "content call --uri content://settings --method GET_secure --arg a")
                .out())
        .isEqualTo("Result: null\nResult: Bundle[{value=b}]\n");
  }

  @Test
  void whatIsNotReachedIsRefusedWithItsReason() throws IOException {
    assertThat(run("content query --uri content://contacts/people").exit()).isEqualTo(1);
    for (String wrong :
        new String[] {
          "",
          "query",
          "query --uri content://settings",
          "query --uri content://settings/system --where 1",
          "insert --uri content://settings/system --bind name",
          "insert --uri content://settings/system --bind name:s:a",
          "delete --uri content://settings/system",
          "call --uri content://settings --method GET_x --arg a",
          "query --uri"
        }) {
      TestShell.Result result = run("content " + wrong);
      assertThat(result.exit()).as(wrong).isNotZero();
      assertThat(result.out()).as(wrong).isEmpty();
    }
  }
}
