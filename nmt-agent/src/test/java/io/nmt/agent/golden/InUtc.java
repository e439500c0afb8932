package io.nmt.agent.golden;

import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs the tests of a class in UTC and without a language, wherever the machine is. */
public final class InUtc implements BeforeAllCallback, AfterAllCallback {
    private TimeZone zone;
    private Locale locale;

    @Override
    public void beforeAll(ExtensionContext context) {
        zone = TimeZone.getDefault();
        locale = Locale.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Locale.setDefault(Locale.ROOT);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        TimeZone.setDefault(zone);
        Locale.setDefault(locale);
    }
}
