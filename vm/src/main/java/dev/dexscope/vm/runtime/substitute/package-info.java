/**
 * Methods of the host's platform that Android has differently, or that only Android has: for a
 * class {@code X} they are in {@code XMethods}. Instance methods have the receiver as their first
 * parameter.
 */
package dev.dexscope.vm.runtime.substitute;
