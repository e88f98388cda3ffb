package dev.dexscope.apk.xml;

/**
 * An attribute of an element.
 *
 * @param namespace the namespace's URI; may be empty
 * @param name the name; shrinkers may have emptied it, so prefer the resource id
 * @param resourceId the attribute of the framework, or 0
 * @param value the typed value
 * @param text the value in text form: a string's text, {@code true}, {@code @0x7f010000}
 */
public record Attribute(String namespace, String name, int resourceId, Value value, String text) {}
