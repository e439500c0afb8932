package io.nmt.agent.jmx;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;

/** The {@link NativeMemoryCategoryMXBean}: each attribute is from a snapshot of its own. */
final class CategoryBean implements NativeMemoryCategoryMXBean {
    private final String category;
    private final CategoryBeans all;

    CategoryBean(String category, CategoryBeans all) {
        this.category = category;
        this.all = all;
    }

    private CategoryUsage usage() {
        all.register();
        return NativeMemory.snapshot().category(category);
    }

    @Override
    public String getName() {
        return category;
    }

    @Override
    public long getReserved() {
        return usage().reserved();
    }

    @Override
    public long getCommitted() {
        return usage().committed();
    }

    @Override
    public long getCount() {
        return usage().count();
    }

    @Override
    public long getPeakReserved() {
        return usage().peakReserved();
    }

    @Override
    public long getPeakCommitted() {
        return usage().peakCommitted();
    }

    @Override
    public long getCountAtPeak() {
        return usage().countAtPeak();
    }
}
