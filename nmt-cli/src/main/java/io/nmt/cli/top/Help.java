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
            "Bytes with a ± are estimates; ± is one standard error. Others are exact.",
            "Growth/min: how the least rises that was ever held, so that what comes",
            "  and goes does not count. ? is not known yet. ! is more than chance.",
            "  Growth of sites is over their life, of others over 5 minutes.",
            "Last 5 min: from the least to the most of each row, the most of 30 s.",
            "RSS: the bar is the container's limit; █ this process, ▒ what else counts.");

    private Help() {}
}
