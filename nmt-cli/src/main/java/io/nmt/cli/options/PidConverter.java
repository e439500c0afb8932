package io.nmt.cli.options;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a process id. */
public final class PidConverter implements ITypeConverter<Long> {
    /** Tells if a word may be a process id. */
    public static boolean isNumber(String word) {
        return word.matches("\\d{1,18}");
    }

    @Override
    public Long convert(String value) {
        try {
            long pid = Long.parseLong(value);
            if (pid > 0) {
                return pid;
            }
        } catch (NumberFormatException e) {
            // as every other that is none
        }
        throw new TypeConversionException("'" + value + "' is not a process id");
    }
}
