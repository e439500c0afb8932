package io.nmt.cli.options;

import io.nmt.core.model.Scale;
import java.util.Map;
import picocli.CommandLine.Option;

/** The unit of byte figures. */
public final class ScaleOption {
    @Option(
            names = "--scale",
            paramLabel = "UNIT",
            description =
                    "The unit of byte figures: ${COMPLETION-CANDIDATES}. Usually three digits in the unit that fits.")
    private Scale scale;

    /** Adds it to what a process is asked, if it was given. */
    public void addTo(Map<String, String> options) {
        if (scale != null) {
            options.put("scale", scale.toString());
        }
    }

    /** Returns the scale that is asked for; null for what fits. */
    public Scale asked() {
        return scale;
    }
}
