package dev.dexscope.testkit;

import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** Asks for the peers of {@link NeedsPeer} before JUnit or jqwik starts what carries it. */
final class NeededPeers implements ExecutionCondition, SkipExecutionHook {
  private static Optional<String> lack(Optional<? extends AnnotatedElement> element) {
    NeedsPeer needs = element.map(e -> e.getAnnotation(NeedsPeer.class)).orElse(null);
    if (needs == null) {
      return Optional.empty();
    }
    try {
      Peers.require(needs.value());
      return Optional.empty();
    } catch (TestAbortedException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return lack(context.getElement())
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled(null));
  }

  @Override
  public SkipResult shouldBeSkipped(LifecycleContext context) {
    return lack(context.optionalElement()).map(SkipResult::skip).orElseGet(SkipResult::doNotSkip);
  }
}
