package dev.dexscope.apk.xml;

/**
 * An attribute of an element.
 *
 * @param namespace the namespace's URI, empty for none
 * @param name the name; shrinkers may have emptied it, so prefer the resource id
 * @param resourceId which attribute of the framework it is, 0 for none
 * @param value the typed value
 * @param text the value as a person writes it: a string's text, {@code true}, {@code @0x7f010000}
 */
public record Attribute(String namespace, String name, int resourceId, Value value, String text) {}
