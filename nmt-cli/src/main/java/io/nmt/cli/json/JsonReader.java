package io.nmt.cli.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what {@link io.nmt.report.document.Json} writes, which a stranger may have changed: whatever is in them,
 * reading ends, and what is no JSON is refused. Values are maps, lists, strings, doubles and longs, booleans, null.
 */
public final class JsonReader {
    private static final int MOST_DEPTH = 64;
    private static final int HEX_DIGITS = 4;
    private static final int HEX = 16;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * Reads an object.
     *
     * @param text the whole of it
     * @return its fields
     * @throws IllegalArgumentException if the text is anything else
     */
    public static Map<String, Object> object(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value(0);
        reader.skipBlanks();
        if (reader.at < text.length() || !(value instanceof Map<?, ?> fields)) {
            throw reader.wrong();
        }
        Map<String, Object> result = new LinkedHashMap<>();
        fields.forEach((name, field) -> result.put(String.valueOf(name), field));
        return result;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at character " + at);
    }

    private Object value(int depth) {
        if (depth > MOST_DEPTH) {
            throw wrong();
        }
        return switch (next()) {
            case '{' -> fields(depth);
            case '[' -> elements(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> fields(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        if (next() == '}') {
            at++;
            return fields;
        }
        while (true) {
            if (next() != '"') {
                throw wrong();
            }
            String name = string();
            if (next() != ':') {
                throw wrong();
            }
            at++;
            fields.put(name, value(depth + 1));
            if (!goesOn('}')) {
                return fields;
            }
        }
    }

    private List<Object> elements(int depth) {
        List<Object> elements = new ArrayList<>();
        at++;
        if (next() == ']') {
            at++;
            return elements;
        }
        while (true) {
            elements.add(value(depth + 1));
            if (!goesOn(']')) {
                return elements;
            }
        }
    }

    private boolean goesOn(char end) {
        char c = next();
        at++;
        if (c != ',' && c != end) {
            throw wrong();
        }
        return c == ',';
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            string.append(c == '\\' ? escaped() : c);
        }
        if (at >= text.length()) {
            throw wrong();
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> unicode();
            default -> throw wrong();
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < HEX_DIGITS; i++) {
            int digit = at < text.length() ? Character.digit(text.charAt(at++), HEX) : -1;
            if (digit < 0) {
                throw wrong();
            }
            code = code * HEX + digit;
        }
        return (char) code;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return value;
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException e) {
            return decimal(digits);
        }
    }

    private Object decimal(String digits) {
        try {
            return Double.valueOf(digits);
        } catch (NumberFormatException e) {
            throw wrong();
        }
    }

    private char next() {
        skipBlanks();
        if (at >= text.length()) {
            throw wrong();
        }
        return text.charAt(at);
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
