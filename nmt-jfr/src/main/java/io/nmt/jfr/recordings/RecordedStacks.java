package io.nmt.jfr.recordings;

import io.nmt.core.model.SiteUsage;
import io.nmt.report.page.flamegraph.MallocStacks;
import io.nmt.report.page.flamegraph.StackBytes;
import io.nmt.report.page.flamegraph.StackSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The call stacks of what was live at the end of a recording. */
public final class RecordedStacks implements StackSource {
    private final Path file;

    /**
     * Those of a recording.
     *
     * @param file to be read later
     */
    public RecordedStacks(Path file) {
        this.file = file;
    }

    @Override
    public String name() {
        return String.valueOf(file.getFileName());
    }

    @Override
    public List<StackBytes> stacks() throws IOException {
        List<StackBytes> stacks = new ArrayList<>();
        try {
            for (SiteUsage usage : RecordingReader.read(List.of(file)).last().owners()) {
                stacks.add(StackBytes.of(usage));
            }
        } catch (RecordingException e) {
            if (!MallocReader.isIn(List.of(file))) {
                throw e;
            }
            stacks.addAll(MallocStacks.of(MallocReader.read(List.of(file))));
        }
        if (stacks.isEmpty()) {
            throw new IOException(file + " has no call sites: none was sampled, or their events were not enabled");
        }
        return stacks;
    }
}
