package io.nmt.cli.top;

import io.nmt.agent.commands.FixedAnswers;
import io.nmt.agent.golden.Fixed;
import io.nmt.agent.golden.Golden;
import io.nmt.agent.golden.InUtc;
import io.nmt.agent.golden.Situation;
import io.nmt.agent.golden.Situations;
import io.nmt.report.top.Listing;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The screen of {@code top}, list by list, and its lines without a screen. */
@ExtendWith(InUtc.class)
class TopGoldenTest {
    private static final int ROWS = 24;

    @Test
    void screens() {
        for (Situation process : Situations.all()) {
            StringBuilder text = new StringBuilder();
            for (Listing listing : Listing.TABS) {
                append(text, process, listing, 80);
            }
            append(text, process, Listing.SITES, 200);
            Golden.check("top/" + process + ".txt", text.toString());
        }
    }

    private static void append(StringBuilder text, Situation process, Listing listing, int columns) {
        Model model = new Model(Fixed.PID);
        View view = new View(listing);
        model.add(view.query(), FixedAnswers.top(process, listing, 0), Fixed.NOW.toEpochMilli());
        append(text, model, view, columns);
    }

    private static void append(StringBuilder text, Model model, View view, int columns) {
        text.append("=".repeat(columns)).append('\n');
        Screen.draw(model, view, "every 2 s", columns, ROWS)
                .forEach(line -> text.append(line.text().stripTrailing()).append('\n'));
    }

    /** From a category to its sites and the stack of one, help, and a search. */
    @Test
    void keys() {
        Situation process = Situations.twoLeaks();
        Model model = new Model(Fixed.PID);
        View view = new View(Listing.CATEGORIES);
        StringBuilder text = new StringBuilder();
        model.add(view.query(), FixedAnswers.top(process, Listing.CATEGORIES, 0), 1_000_000);
        view.press(Key.of(Key.Kind.ENTER), model, Screen.shown(model, ROWS));
        append(text, model, view, 80);
        model.add(view.query(), FixedAnswers.top(process, Listing.CATEGORY_SITES, 0), 1_002_000);
        append(text, model, view, 80);
        view.press(Key.of(Key.Kind.ENTER), model, Screen.shown(model, ROWS));
        model.add(view.query(), FixedAnswers.top(process, Listing.CATEGORY_SITES, 1), 1_004_000);
        append(text, model, view, 80);
        view.press(Key.of('h'), model, Screen.shown(model, ROWS));
        append(text, model, view, 80);
        view.press(Key.of('x'), model, Screen.shown(model, ROWS));
        view.press(Key.of(Key.Kind.ESCAPE), model, Screen.shown(model, ROWS));
        view.press(Key.of(Key.Kind.BACKSPACE), model, Screen.shown(model, ROWS));
        "/nothing".chars().forEach(c -> view.press(Key.of(c), model, Screen.shown(model, ROWS)));
        append(text, model, view, 80);
        append(text, model, view, 30);
        Golden.check("top/keys.txt", text.toString());
    }

    @Test
    void withoutAScreen() {
        StringBuilder text = new StringBuilder();
        for (Situation process : Situations.all()) {
            for (Listing listing : Listing.TABS) {
                text.append(PlainTop.block(
                                Fixed.PID, listing, FixedAnswers.top(process, listing, 0), 3, LocalTime.of(9, 26, 53)))
                        .append('\n');
            }
        }
        Golden.check("top/plain.txt", text.toString());
    }
}
