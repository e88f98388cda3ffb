package dev.dexscope.device.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TasksTest {
  private static final class FakeApp implements Tasks.App {
    private final List<String> seen = new ArrayList<>();
    private boolean isAlive = true;

    @Override
    public boolean isAlive() {
      return isAlive;
    }

    @Override
    public void show(boolean isShown) {
      seen.add(isShown ? "shown" : "hidden");
    }
  }

  private final Tasks<FakeApp> tasks = new Tasks<>();
  private final FakeApp mail = new FakeApp();
  private final FakeApp maps = new FakeApp();

  @Test
  void theLauncherIsThereBeforeAnyApp() {
    assertThat(tasks.front()).isEmpty();
    tasks.showLast();
    assertThat(tasks.front()).isEmpty();
  }

  @Test
  void anAppThatComesHidesTheOneBefore() {
    tasks.show(mail);
    tasks.show(maps);
    tasks.show(maps);
    assertThat(tasks.front()).contains(maps);
    assertThat(mail.seen).containsExactly("shown", "hidden");
    assertThat(maps.seen).containsExactly("shown");
  }

  @Test
  void theOneBelowIsShownWhenAnAppHasLeft() {
    tasks.show(mail);
    tasks.show(maps);
    tasks.leave(maps);
    assertThat(tasks.front()).contains(mail);
    assertThat(mail.seen).containsExactly("shown", "hidden", "shown");
    tasks.leave(mail);
    assertThat(tasks.front()).isEmpty();
  }

  @Test
  void whatLeavesBelowTheScreenChangesNothingThere() {
    tasks.show(mail);
    tasks.show(maps);
    tasks.leave(mail);
    tasks.leave(mail);
    assertThat(tasks.front()).contains(maps);
    tasks.home(mail);
    assertThat(tasks.front()).contains(maps);
  }

  @Test
  void appsBelowTheLauncherComeBackOnlyByTheUser() {
    tasks.show(mail);
    tasks.home(mail);
    assertThat(tasks.front()).isEmpty();
    tasks.show(maps);
    tasks.leave(maps);
    assertThat(tasks.front()).as("the launcher is above").isEmpty();
    assertThat(mail.seen).containsExactly("shown");
    tasks.showLast();
    assertThat(tasks.front()).contains(mail);
    assertThat(mail.seen).containsExactly("shown", "shown");
  }

  @Test
  void anAppThatHasEndedIsNotOnTheScreen() {
    tasks.show(mail);
    tasks.show(maps);
    maps.isAlive = false;
    assertThat(tasks.front()).contains(mail);
    tasks.leave(maps);
    assertThat(mail.seen).as("the report of its end").containsExactly("shown", "hidden", "shown");
    mail.isAlive = false;
    tasks.home(mail);
    tasks.showLast();
    assertThat(tasks.front()).isEmpty();
  }
}
