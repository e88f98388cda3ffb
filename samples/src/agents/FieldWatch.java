import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.api.FieldListener;
import dev.dexscope.agents.api.FieldUse;
import dev.dexscope.agents.api.ToolEnvironment;
import dev.dexscope.agents.api.WatchedFields;
import java.io.IOException;

/** Prints who reads and writes a field. Options: {@code CLASS.FIELD}. */
public class FieldWatch implements Agent, FieldListener {
  @Override
  public void start(ToolEnvironment environment, String options) throws IOException {
    int dot = options.lastIndexOf('.');
    if (dot < 0) {
      throw new IOException("which field? --agent FieldWatch.java=CLASS.FIELD");
    }
    WatchedFields fields = environment.onFields(this);
    environment.onClasses(type -> {
      if (type.getName().equals(options.substring(0, dot))) {
        fields.watch(type, options.substring(dot + 1));
      }
    });
  }

  @Override
  public void read(FieldUse use) {
    print("reads", use, "");
  }

  @Override
  public void written(FieldUse use, Object value) {
    print("writes", use, " = " + value);
  }

  private static void print(String what, FieldUse use, String value) {
    System.out.println(
        use.place().method().name() + " " + what + " " + use.field() + value);
  }
}
