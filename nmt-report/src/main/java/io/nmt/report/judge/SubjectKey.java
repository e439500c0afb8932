package io.nmt.report.judge;

import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import java.util.regex.Pattern;

/** Keys by which subjects of two readings are compared: their frames may be known to another depth. Pure functions. */
final class SubjectKey {
    private static final Pattern PLACE = Pattern.compile("\\((?:[^()]+:|line )([0-9]+)\\)$");

    private SubjectKey() {}

    /** Equal for frames with the source file and without, as recordings of one process may have them. */
    static String ofProcess(Subject subject) {
        return of(subject, "(line $1)");
    }

    /** Equal also in two versions of a program, where lines have other numbers. */
    static String ofProgram(Subject subject) {
        return of(subject, "()");
    }

    private static String of(Subject subject, String place) {
        String name = subject.type() == SubjectType.SITE ? with(subject.name(), place) : subject.name();
        return subject.type() + " " + name + " " + with(subject.category(), place) + " " + with(subject.by(), place);
    }

    private static String with(String frame, String place) {
        return PLACE.matcher(frame).replaceFirst(place);
    }
}
