package io.nmt.agent.cli;

import io.nmt.core.report.Scale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the unit of byte figures, in any case. */
final class ScaleConverter implements ITypeConverter<Scale> {
    @Override
    public Scale convert(String name) {
        Scale scale = Scale.named(name);
        if (scale == null) {
            throw new TypeConversionException("'" + name + "' is not a unit: B, KB, MB or GB");
        }
        return scale;
    }
}
