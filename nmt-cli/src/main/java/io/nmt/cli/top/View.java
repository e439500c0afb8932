package io.nmt.cli.top;

import io.nmt.report.top.Listing;
import io.nmt.report.top.Row;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The user's view, and its changes by keys. Not thread-safe. */
final class View {
    private static final int MOST_FILTER_CHARS = 60;

    private final Map<Listing, Place> tabs = new EnumMap<>(Listing.class);
    private final Deque<Place> places = new ArrayDeque<>();
    private Listing tab;
    private String filter = "";
    private boolean typing;
    private boolean help;
    private boolean paused;
    private boolean ended;

    View(Listing first) {
        goTo(first);
    }

    private void goTo(Listing listing) {
        tab = listing;
        filter = "";
        places.clear();
        places.push(tabs.computeIfAbsent(listing, Place::of));
    }

    Place place() {
        return places.peek();
    }

    Listing tab() {
        return tab;
    }

    String filter() {
        return filter;
    }

    boolean isTyping() {
        return typing;
    }

    boolean isHelp() {
        return help;
    }

    boolean isPaused() {
        return paused;
    }

    /** True if the user has ended it. */
    boolean isEnded() {
        return ended;
    }

    /** The query to the process. */
    Query query() {
        return place().query(false);
    }

    /** Does what a key says, on a screen that shows so many rows. */
    void press(Key key, Model model, int shown) {
        if (key.kind() == Key.Kind.INTERRUPT || key.kind() == Key.Kind.END_OF_INPUT) {
            ended = true;
        } else if (typing) {
            type(key);
        } else if (help) {
            help = false;
            ended = key.character() == 'q';
        } else if (!command(key, model)) {
            move(key, model, shown);
        }
    }

    private void type(Key key) {
        switch (key.kind()) {
            case CHARACTER -> {
                if (filter.length() < MOST_FILTER_CHARS) {
                    filter += Character.toString(key.character());
                }
            }
            case BACKSPACE ->
                filter = filter.isEmpty() ? "" : filter.substring(0, filter.offsetByCodePoints(filter.length(), -1));
            case ENTER -> typing = false;
            case ESCAPE -> {
                typing = false;
                filter = "";
            }
            default -> {} // means nothing in a text
        }
    }

    private boolean command(Key key, Model model) {
        switch (key.kind()) {
            case TAB -> step(1);
            case BACK_TAB -> step(-1);
            case ENTER, RIGHT -> enter(model);
            case ESCAPE, BACKSPACE, LEFT -> back();
            case CHARACTER -> {
                return command(key.character());
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean command(int character) {
        switch (character) {
            case 'q', 'Q' -> ended = true;
            case '1', '2', '3', '4' -> goTo(Listing.TABS.get(character - '1'));
            case 's', '>', '.' -> place().sortBy(1);
            case '<', ',' -> place().sortBy(-1);
            case 'r', 'R' -> place().reverse();
            case 'p', 'P', ' ' -> paused = !paused;
            case '/' -> {
                typing = !place().isStack();
                filter = typing ? "" : filter;
            }
            case 'h', 'H', '?' -> help = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    private void step(int by) {
        goTo(Listing.TABS.get(Math.floorMod(Listing.TABS.indexOf(tab) + by, Listing.TABS.size())));
    }

    private void enter(Model model) {
        List<Row> rows = place().isStack() ? null : place().rows(model, filter);
        if (rows != null && !rows.isEmpty()) {
            Place below = Place.below(rows.get(place().chosen(rows)));
            filter = "";
            places.push(below);
        }
    }

    private void back() {
        if (!filter.isEmpty()) {
            filter = "";
        } else if (places.size() > 1) {
            places.pop();
        }
    }

    private void move(Key key, Model model, int shown) {
        int steps = switch (key.kind()) {
            case UP -> -1;
            case DOWN -> 1;
            case PAGE_UP -> -shown;
            case PAGE_DOWN -> shown;
            case HOME -> -Integer.MAX_VALUE / 2;
            case END -> Integer.MAX_VALUE / 2;
            case CHARACTER -> steps(key.character());
            default -> 0;
        };
        if (place().isStack()) {
            place().scrollTo(place().line() + steps, model.stack(place()).size(), shown);
            return;
        }
        List<Row> rows = place().rows(model, filter);
        if (steps != 0 && rows != null && !rows.isEmpty()) {
            place().choose(place().chosen(rows) + steps, rows);
        }
    }

    private static int steps(int character) {
        return switch (character) {
            case 'k' -> -1;
            case 'j' -> 1;
            case 'g' -> -Integer.MAX_VALUE / 2;
            case 'G' -> Integer.MAX_VALUE / 2;
            default -> 0;
        };
    }
}
