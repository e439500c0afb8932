package io.nmt.agent.commands;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Scale;
import io.nmt.core.report.SafeText;

/** What native handles have to do with memory that is no call site's. */
final class HandleNotes {
    private HandleNotes() {}

    /** Says which handles grow, the class with most that are not closed first; nothing if none does. */
    static String ofGrowing() {
        StringBuilder note = new StringBuilder();
        for (HandleUsage usage : NativeMemory.handles()) {
            for (HandleSite site : usage.sites()) {
                if (site.growing()) {
                    note.append(note.length() == 0 ? "Native handles grow: " : "; ")
                            .append(SafeText.name(usage.className()))
                            .append(", ")
                            .append(Scale.group(usage.open() + usage.collected()))
                            .append(" not closed, ")
                            .append(Scale.group(site.growthPerMinute()))
                            .append(" a minute more from ")
                            .append(SafeText.name(site.site().toString()));
                    break;
                }
            }
        }
        return note.length() == 0
                ? ""
                : note.append(". What memory of a library each of them holds is not known. 'handles PID' shows them.")
                        .toString();
    }
}
