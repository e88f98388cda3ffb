package dev.dexscope.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Skips a test, a property, or all of a class before it begins, unless the machine has these peers.
 *
 * @see Peers
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeededPeers.class)
@AddLifecycleHook(NeededPeers.class)
public @interface NeedsPeer {
  /** All of them are needed. */
  Peer[] value();
}
