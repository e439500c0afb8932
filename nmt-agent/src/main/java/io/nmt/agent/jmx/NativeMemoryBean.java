package io.nmt.agent.jmx;

import io.nmt.agent.commands.Commands;
import io.nmt.channel.CommandException;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.NotTracked;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.ResidentReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The {@link NativeMemoryMXBean}, from the tracker and the commands. */
final class NativeMemoryBean implements NativeMemoryMXBean {
    private final CategoryBeans categories;

    NativeMemoryBean(CategoryBeans categories) {
        this.categories = categories;
    }

    @Override
    public Map<String, MemoryUsage> getCategories() {
        categories.register();
        Map<String, MemoryUsage> byName = new LinkedHashMap<>();
        for (CategoryUsage usage : NativeMemory.snapshot().categories()) {
            byName.put(usage.category(), new MemoryUsage(usage));
        }
        return byName;
    }

    @Override
    public MemoryUsage getTotal() {
        categories.register();
        return new MemoryUsage(NativeMemory.snapshot().total());
    }

    @Override
    public boolean isExactPeaks() {
        return NativeMemory.snapshot().exactPeaks();
    }

    @Override
    public long getUntrackedBlocks() {
        return NativeMemory.snapshot().untrackedBlocks();
    }

    @Override
    public long getUnknownFrees() {
        return NativeMemory.snapshot().unknownFrees();
    }

    @Override
    public long getFreedElsewhere() {
        return NativeMemory.snapshot().freedElsewhere();
    }

    @Override
    public String getNotTracked() {
        TrackerReader.checkHooks(true);
        return NativeMemory.sampling().coverage().notTrackedNames();
    }

    @Override
    public String[] getNotTrackedReasons() {
        List<NotTracked> all = NativeMemory.sampling().coverage().notTracked();
        String[] reasons = new String[all.size()];
        for (int i = 0; i < reasons.length; i++) {
            reasons[i] = all.get(i).sentence();
        }
        return reasons;
    }

    @Override
    public long getOverheadBytes() {
        return NativeMemory.snapshot().overheadBytes();
    }

    @Override
    public Map<String, HandleCounts> getHandles() {
        Map<String, HandleCounts> byClass = new LinkedHashMap<>();
        for (HandleUsage usage : NativeMemory.handles()) {
            byClass.put(usage.className(), new HandleCounts(usage));
        }
        return byClass;
    }

    @Override
    public String summary(String scale) {
        return run("summary", scaled(scale));
    }

    @Override
    public String baseline() {
        return run("baseline", Map.of());
    }

    @Override
    public String diff(String scale) {
        return run("diff", scaled(scale));
    }

    @Override
    public String sites(String scale) {
        return run("sites", withStacks(scale));
    }

    @Override
    public String leaks(String scale) {
        return run("leaks", withStacks(scale));
    }

    @Override
    public String rss(String scale) {
        return run("rss", scaled(scale));
    }

    @Override
    public Map<String, ResidentUsage> residentMemory() {
        ResidentMemory memory = ResidentReader.readMemory();
        Map<String, ResidentUsage> components = new LinkedHashMap<>();
        for (ResidentLine line : memory.lines()) {
            components.put(line.component(), new ResidentUsage(line));
        }
        return components;
    }

    @Override
    public String pools() {
        return run("pools", Map.of("stacks", "true"));
    }

    @Override
    public String handles() {
        return run("handles", Map.of("stacks", "true"));
    }

    @Override
    public String collectUnreachable() {
        return run("unreachable", Map.of());
    }

    private static Map<String, String> scaled(String scale) {
        return scale == null || scale.isBlank() ? Map.of() : Map.of("scale", scale.trim());
    }

    private static Map<String, String> withStacks(String scale) {
        Map<String, String> options = new LinkedHashMap<>(scaled(scale));
        options.put("stacks", "true");
        return options;
    }

    /** A client need not have the classes of our exceptions. */
    private static String run(String command, Map<String, String> options) {
        try {
            return Commands.text(command, options);
        } catch (CommandException e) {
            throw new IllegalArgumentException(e.getMessage());
        }
    }
}
