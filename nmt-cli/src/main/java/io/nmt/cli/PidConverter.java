package io.nmt.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a process id. */
final class PidConverter implements ITypeConverter<Long> {
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
