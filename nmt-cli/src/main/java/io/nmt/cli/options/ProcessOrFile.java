package io.nmt.cli.options;

import io.nmt.cli.guard.UntrustedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/**
 * A process that runs, or a recording of one. Immutable.
 *
 * @param pid of the process; 0 if it is a file
 * @param file the recording; null if it is a process
 */
public record ProcessOrFile(long pid, Path file) {
    private static final String RECORDING = ".jfr";

    /** Reads it: a number is a process. */
    public static final class Converter implements ITypeConverter<ProcessOrFile> {
        @Override
        public ProcessOrFile convert(String value) {
            Path file = UntrustedFiles.existing(value);
            boolean isFile = value.endsWith(RECORDING) || (file != null && Files.isRegularFile(file));
            return isFile && !PidConverter.isNumber(value)
                    ? new ProcessOrFile(0, Path.of(value))
                    : new ProcessOrFile(new PidConverter().convert(value), null);
        }
    }
}
