package dev.dexscope.trace.finding;

/**
 * Something that an expert would notice.
 *
 * @param rule the rule that has found it
 * @param share the part of the time that it is about, of the work or of the main thread's time,
 *     from 0 to 1; 0 for a finding that has no time
 * @param text one or more sentences, with the evidence
 * @param method the method that it is about, as {@code report --method} takes it; empty for none
 * @param thread the thread's name; empty for all
 */
public record Finding(Rule rule, double share, String text, String method, String thread) {}
