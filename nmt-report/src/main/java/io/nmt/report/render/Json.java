package io.nmt.report.render;

import io.nmt.report.document.SafeText;
import java.util.Collection;
import java.util.Locale;

/**
 * Writes one JSON value on one line: objects, arrays, strings, whole numbers, booleans. Strings are escaped beyond what
 * JSON asks for, so that it can be shown on a terminal, and is valid UTF-8, whatever the string. Not thread-safe.
 */
public final class Json {
    private final StringBuilder text = new StringBuilder(1024);
    private boolean separate;

    /** Nothing is written yet. */
    public Json() {}

    /**
     * The name of a constant as a field, or as its value.
     *
     * @param constant any
     * @return such as {@code survivedCollections}
     */
    public static String key(Enum<?> constant) {
        StringBuilder key = new StringBuilder();
        for (String word : constant.name().toLowerCase(Locale.ROOT).split("_")) {
            key.append(key.length() == 0 ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return key.toString();
    }

    /**
     * Adds a field to an object that is written.
     *
     * @param object JSON
     * @param name of the field
     * @param value JSON
     * @return the object, with that as its last field
     */
    public static String withField(String object, String name, String value) {
        String fields = object.substring(0, object.lastIndexOf('}'));
        return fields + (fields.equals("{") ? "" : ",") + '"' + name + "\":" + value + "}";
    }

    /**
     * Begins an object.
     *
     * @return this
     */
    public Json object() {
        return begin('{');
    }

    /**
     * Begins an object that is a field.
     *
     * @param name of the field
     * @return this
     */
    public Json object(String name) {
        return name(name).object();
    }

    /**
     * Begins an array.
     *
     * @return this
     */
    public Json array() {
        return begin('[');
    }

    /**
     * Begins an array that is a field.
     *
     * @param name of the field
     * @return this
     */
    public Json array(String name) {
        return name(name).array();
    }

    /**
     * Ends the object that was begun last.
     *
     * @return this
     */
    public Json endObject() {
        return end('}');
    }

    /**
     * Ends the array that was begun last.
     *
     * @return this
     */
    public Json endArray() {
        return end(']');
    }

    private Json begin(char bracket) {
        separate();
        text.append(bracket);
        separate = false;
        return this;
    }

    private Json end(char bracket) {
        text.append(bracket);
        separate = true;
        return this;
    }

    private void separate() {
        if (separate) {
            text.append(',');
        }
    }

    private Json name(String name) {
        separate();
        appendString(name);
        text.append(':');
        separate = false;
        return this;
    }

    private Json written() {
        separate = true;
        return this;
    }

    /**
     * Writes a field.
     *
     * @param name of the field
     * @param value any
     * @return this
     */
    public Json field(String name, long value) {
        name(name);
        text.append(value);
        return written();
    }

    /**
     * Writes a field.
     *
     * @param name of the field
     * @param value any
     * @return this
     */
    public Json field(String name, boolean value) {
        name(name);
        text.append(value);
        return written();
    }

    /**
     * Writes a field.
     *
     * @param name of the field
     * @param value its text is written as a string; null for null
     * @return this
     */
    public Json field(String name, Object value) {
        name(name);
        if (value == null) {
            text.append("null");
        } else {
            appendString(value.toString());
        }
        return written();
    }

    /**
     * Writes a field that is an array of strings.
     *
     * @param name of the field
     * @param values their texts are written
     * @return this
     */
    public Json strings(String name, Collection<?> values) {
        array(name);
        for (Object value : values) {
            separate();
            appendString(value.toString());
            separate = true;
        }
        return endArray();
    }

    /**
     * Adds a number to an array.
     *
     * @param value any
     * @return this
     */
    public Json value(long value) {
        separate();
        text.append(value);
        return written();
    }

    /**
     * Adds a number to an array that need not be whole.
     *
     * @param value finite
     * @return this
     */
    public Json value(double value) {
        if (value == (long) value) {
            return value((long) value);
        }
        separate();
        text.append(value);
        return written();
    }

    /**
     * Adds a number to an array, or null.
     *
     * @param value any
     * @return this
     */
    public Json value(Long value) {
        separate();
        text.append(value);
        return written();
    }

    /**
     * Adds a string to an array.
     *
     * @param value any
     * @return this
     */
    public Json value(String value) {
        separate();
        appendString(value);
        return written();
    }

    /**
     * Writes a field that is a number, or null.
     *
     * @param name of the field
     * @param value any
     * @return this
     */
    public Json number(String name, Long value) {
        name(name);
        text.append(value);
        return written();
    }

    /**
     * Writes a field that is JSON already.
     *
     * @param name of the field
     * @param value JSON
     * @return this
     */
    public Json json(String name, String value) {
        name(name);
        text.append(value);
        return written();
    }

    /** Appends a string, with characters escaped that are not {@link SafeText}. */
    private void appendString(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (!SafeText.isSafe(value, i)) {
                text.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    text.append(Character.forDigit(c >> shift & 15, 16));
                }
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    /** The text so far. */
    @Override
    public String toString() {
        return text.toString();
    }
}
