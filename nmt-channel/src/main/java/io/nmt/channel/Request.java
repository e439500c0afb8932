package io.nmt.channel;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The request of the command line to a process. Immutable.
 *
 * @param command its name
 * @param options by name, as far as they were given
 */
public record Request(String command, Map<String, String> options) {
    /** The option of a caller that reads a report as a document, and writes the text itself. */
    public static final String DOCUMENT = "document";

    private static final String PREFIX = "nmt/";

    /**
     * A request.
     *
     * @param command its name
     * @param options by name; copied
     */
    public Request {
        options = Map.copyOf(options);
    }

    /**
     * An option.
     *
     * @param name of the option
     * @param otherwise what it is if it was not given
     * @return its value
     */
    public String option(String name, String otherwise) {
        return options.getOrDefault(name, otherwise);
    }

    /**
     * An option that is there or not.
     *
     * @param name of the option
     * @return whether it was given, and not as {@code false}
     */
    public boolean flag(String name) {
        return !option(name, "false").equals("false");
    }

    /**
     * An option that is a number.
     *
     * @param name of the option
     * @param otherwise what it is if it was not given
     * @return its value
     * @throws CommandException if it is not a whole number
     */
    public long number(String name, long otherwise) throws CommandException {
        String value = option(name, Long.toString(otherwise));
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new CommandException("'" + value + "' is not a value of the option " + name + "; allowed: a number");
        }
    }

    /** As a line without its end. */
    String line() {
        StringBuilder line = new StringBuilder(PREFIX).append(Protocol.VERSION);
        line.append(' ').append(encode(command));
        for (Map.Entry<String, String> option : options.entrySet()) {
            line.append(' ').append(encode(option.getKey())).append('=').append(encode(option.getValue()));
        }
        return line.toString();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static Request parse(String line) throws CommandException {
        String[] words = line.split(" ", -1);
        if (words.length < 2 || !words[0].startsWith(PREFIX)) {
            throw new CommandException("the request is no command");
        }
        String version = words[0].substring(PREFIX.length());
        if (!version.equals(Integer.toString(Protocol.VERSION))) {
            throw new CommandException(
                    "its agent speaks version " + Protocol.VERSION + " of the protocol, this command line " + version
                            + ". Use the jar that the process was started with");
        }
        Map<String, String> options = new LinkedHashMap<>();
        try {
            for (int i = 2; i < words.length; i++) {
                int equals = words[i].indexOf('=');
                if (equals < 0) {
                    throw new CommandException("'" + words[i] + "' is not an option (key=value)");
                }
                options.put(decode(words[i].substring(0, equals)), decode(words[i].substring(equals + 1)));
            }
            return new Request(decode(words[1]), options);
        } catch (IllegalArgumentException e) {
            throw new CommandException("the request cannot be read: " + e.getMessage());
        }
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
