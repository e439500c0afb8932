package io.nmt.cli.options;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a whole number that must not be less than some least one: what is wrong is wrong usage, before a process is
 * asked.
 */
public abstract class WholeNumber implements ITypeConverter<Integer> {
    private final int least;

    WholeNumber(int least) {
        this.least = least;
    }

    @Override
    public Integer convert(String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            // as every other that is none
        }
        throw new TypeConversionException("'" + value + "' is not allowed; allowed: a whole number, from " + least);
    }

    /** A number of items. */
    public static final class FromZero extends WholeNumber {
        FromZero() {
            super(0);
        }
    }

    /** A number of repetitions. */
    public static final class FromOne extends WholeNumber {
        FromOne() {
            super(1);
        }
    }
}
