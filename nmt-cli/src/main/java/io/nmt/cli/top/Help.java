package io.nmt.cli.top;

import java.util.List;

/** The help on keys and figures. */
final class Help {
    static final List<String> LINES = List.of(
            "1 2 3 4, Tab      categories, call sites, pools, native handles",
            "up down j k       choose a row; PgUp PgDn Home End",
            "Enter             its call sites, or the stack of a site",
            "Esc, Backspace    back",
            "s > <             sort by the next column, or the one before; r reverses",
            "/                 show what has a text in its name; Esc shows all",
            "p, space          pause, go on",
            "q, Ctrl-C         quit",
            "",
            "Bytes with a ±: estimates, within three ± in 99 of 100 cases. Others: exact.",
            "Growth/min: growth without short-lived memory.",
            "  ? is unknown yet. ! is beyond chance.",
            "  Growth of sites covers their life, of others 5 minutes.",
            "Last 5 min: scaled to each row; a column is the maximum of 30 s.",
            "RSS: the bar is the container's limit; █ this process, ▒ others that count.");

    private Help() {}
}
