package io.nmt.spark.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of the data source.
 *
 * @param paths files, directories or patterns, of any of Hadoop's file systems
 * @param host finds it in a file's path, as its first group; null if the recording is to tell it
 * @param version the same of the application's version
 * @param versionProperty the system property that tells the application's version
 * @param failFast whether a file that cannot be read fails the job
 * @param filesPerPartition how many files one task reads
 */
record SourceOptions(
        List<String> paths,
        Pattern host,
        Pattern version,
        String versionProperty,
        boolean failFast,
        int filesPerPartition)
        implements Serializable {
    private static final long serialVersionUID = 1;

    static SourceOptions of(CaseInsensitiveStringMap options) {
        List<String> paths = new ArrayList<>();
        if (options.containsKey("path")) {
            paths.add(options.get("path"));
        }
        if (options.containsKey("paths")) {
            paths.addAll(list(options.get("paths")));
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("the data source nmt needs a path");
        }
        int filesPerPartition = options.getInt("filesPerPartition", 1);
        if (filesPerPartition < 1) {
            throw new IllegalArgumentException("filesPerPartition is " + filesPerPartition + ", and must be 1 or more");
        }
        return new SourceOptions(
                List.copyOf(paths),
                pattern(options, "hostPattern"),
                pattern(options, "versionPattern"),
                options.getOrDefault("versionProperty", "app.version"),
                isFailFast(options.getOrDefault("mode", "permissive")),
                filesPerPartition);
    }

    private static boolean isFailFast(String mode) {
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "permissive" -> false;
            case "failfast" -> true;
            default -> throw new IllegalArgumentException("mode is " + mode + ", and must be permissive or failfast");
        };
    }

    /** As Spark hands on several paths: a JSON array. */
    private static List<String> list(String json) {
        try {
            return List.of(new ObjectMapper().readValue(json, String[].class));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("paths is no JSON array of strings: " + json, e);
        }
    }

    private static Pattern pattern(CaseInsensitiveStringMap options, String key) {
        String pattern = options.get(key);
        if (pattern == null) {
            return null;
        }
        try {
            Pattern compiled = Pattern.compile(pattern);
            if (compiled.matcher("").groupCount() == 0) {
                throw new IllegalArgumentException(key + " has no group: " + pattern);
            }
            return compiled;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(key + " is no regular expression: " + e.getMessage(), e);
        }
    }

    /** The part of a path that a pattern finds; null if there is none. */
    static String find(Pattern pattern, String path) {
        if (pattern == null) {
            return null;
        }
        Matcher found = pattern.matcher(path);
        return found.find() ? found.group(1) : null;
    }
}
