package io.nmt.agent.words;

import java.util.Arrays;
import java.util.regex.Pattern;

/** A place where texts are read; in the order of the catalogue. */
enum Surface {
    JUDGEMENT("Statements", "io\\.nmt\\.report\\.judge|.*:(StatementText|ResidentText)"),
    REPORTS("Reports", "io\\.nmt\\.report\\.(document|past|malloc|netty|leaks|reading|model).*"),
    PAGE("Pages", "io\\.nmt\\.(report\\.page|cli\\.pages).*"),
    PRESSURE("Memory pressure and the termination log", "io\\.nmt\\.agent\\.pressure.*"),
    POSTMORTEM("After the end of a process", "io\\.nmt\\.cli\\.postmortem.*"),
    TOP("The screen of top", "io\\.nmt\\.(cli|report)\\.top.*"),
    NATIVE("Watching malloc", "io\\.nmt\\.cli\\.malloc.*|io\\.nmt\\.channel\\.profiler.*"),
    EVENTS("JFR events and recordings", "io\\.nmt\\.jfr.*"),
    BEANS("MBeans", "io\\.nmt\\.agent\\.jmx.*"),
    COMMANDS("Help and errors of commands", "io\\.nmt\\.(cli|channel|agent\\.commands|demo).*"),
    AGENT("The agent: start, options, log", "io\\.nmt\\.(agent|core|launcher|report).*"),
    INTEGRATIONS("Integrations", ".*");

    final String title;
    private final Pattern place;

    Surface(String title, String place) {
        this.title = title;
        this.place = Pattern.compile(place + ".*");
    }

    static Surface of(Text text) {
        String place = text.packageName() + ":" + text.id();
        return Arrays.stream(values())
                .filter(surface -> surface.place.matcher(place).matches())
                .findFirst()
                .orElseThrow();
    }
}
