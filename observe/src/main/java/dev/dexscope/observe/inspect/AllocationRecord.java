package dev.dexscope.observe.inspect;

import java.util.List;

/**
 * An object that the program has allocated.
 *
 * @param descriptor of its class
 * @param size its bytes in the heap
 * @param threadId the number of the thread in this VM; 0 for a thread without a number
 * @param stack the innermost calls
 */
public record AllocationRecord(
    String descriptor, long size, int threadId, List<StackTraceElement> stack) {}
